import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBillingServer, proAcme } from '../../../../test/billing-server.ts';
import { testConfig } from '../../../../test/test-config.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createBillingServer();
const project = '/subscription/s1';
const trial_end = '2026-11-28T10:00:00.000Z';

beforeEach(() => {
  server = createBillingServer();
  localStorage.setItem('i18nextLng', 'en');
  const { world } = server;
  world.subscription = { ...proAcme, trial_end };
  world.summary = { ...world.summary, trial_end };
});

const summary = async (name = 'Billing summary') =>
  within(await screen.findByRole('region', { name }));

describe('a project in its trial', () => {
  it.each([
    ['billing page', `${project}/billing`],
    ['overview', project],
  ])('%s: says when the trial ends, and what is charged then', async (_name, path) => {
    await visit(path, server);
    const then = 'Trial ends on Nov 28, 2026; then $10.00 per week';
    expect(await (await summary()).findByText(then)).toBeTruthy();
  });

  it('in Chinese says it in Chinese', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    await visit(`${project}/billing`, server);
    expect(await screen.findByText('试用将于 2026年11月28日结束，之后每周 $10.00')).toBeTruthy();
  });

  it('that ends with its trial names no later price', async () => {
    const { world } = server;
    world.summary = { ...world.summary, cancel_at: trial_end, next_invoice: null };
    await visit(`${project}/billing`, server);
    expect(await (await summary()).findByText('Trial ends on Nov 28, 2026')).toBeTruthy();
  });

  it('without a card is told that it ends with the trial, and where a card is added', async () => {
    const { world } = server;
    const needs = { needs_billing_info: true, needs_card: true, needs_details: true };
    world.summary = { ...world.summary, ...needs, card: null };
    await visit(`${project}/billing`, server);
    expect(await screen.findByText('The trial ends on Nov 28, 2026')).toBeTruthy();
    expect(screen.getByText(/Without a card, the project ends on that day too/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add a card' })).toBeTruthy();
  });

  it('is canceled at the end of the trial or today, not of a paid period', async () => {
    const config = { ...testConfig, billing: { cancel: 'ask' as const, promotionCodes: false } };
    await visit(`${project}/billing/cancel`, server, config);
    const later = { name: /^On Nov 28, 2026, when the trial is over/ };
    expect(await screen.findByRole('radio', later)).toBeTruthy();
    screen.getByRole('radio', { name: /^Now/ }).click();
    expect(
      await screen.findByText('The project ends today, not at the end of the trial.'),
    ).toBeTruthy();
  });
});

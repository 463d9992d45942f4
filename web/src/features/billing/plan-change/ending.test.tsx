import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBillingServer, proAcme } from '../../../../test/billing-server.ts';
import { deny } from '../../../../test/team-server.ts';
import { testConfig } from '../../../../test/test-config.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createBillingServer();
const user = userEvent.setup();
const billing = '/subscription/s1/billing';
const cancel_at = '2026-11-28T10:00:00.000Z';
const endsTitle = 'Acme Analytics ends on Nov 28, 2026';

beforeEach(() => {
  server = createBillingServer();
  localStorage.setItem('i18nextLng', 'en');
});

const configured = (cancel: 'now' | 'period-end' | 'ask') => ({
  ...testConfig,
  billing: { cancel, promotionCodes: false },
});

async function openCancel(cancel: 'now' | 'period-end' | 'ask') {
  await visit(`${billing}/cancel`, server, configured(cancel));
  await screen.findByRole('heading', {
    level: 1,
    name: /^(Cancel subscription|End the project now)$/,
  });
}

const submit = () => screen.getByRole('button', { name: 'Cancel subscription' });
const idField = () => screen.queryByLabelText('Subscription ID');

function beEnding() {
  const { world } = server;
  world.subscription = { ...proAcme, cancel_at };
  world.summary = { ...world.summary, cancel_at, next_invoice: null };
}

describe('the cancellation', () => {
  it('owner chooses: the end of the period comes first and is chosen, with its date', async () => {
    await openCancel('ask');
    const later = await screen.findByRole('radio', {
      name: /^On Nov 28, 2026, when the paid period is over/,
    });
    expect(screen.getAllByRole('radio')[0]).toBe(later);
    expect(later).toHaveProperty('checked', true);
    expect(idField()).toBeNull();
    expect(screen.getByText(/^Until Nov 28, 2026 everything works/)).toBeTruthy();
  });

  it('at the end of the period: one request without the typed id, and then the banner', async () => {
    await openCancel('ask');
    await screen.findByRole('radio', { name: /^On Nov 28, 2026/ });
    act(() => {
      submit().click();
      submit().click();
    });
    expect(
      await screen.findByText(/is not renewed\. Everything works until it ends\.$/),
    ).toBeTruthy();
    expect(await screen.findByText(endsTitle)).toBeTruthy();
    expect(server.calls('cancelSubscription')).toEqual([
      { subscriptionId: 's1', when: 'period-end' },
    ]);
  });

  it('owner chooses: says for how many people it ends now, that all can still read, and leads back', async () => {
    await openCancel('ask');
    const now = await screen.findByRole('radio', { name: /^Now/ });
    expect(now.closest('label')?.textContent).toContain('It ends today, for all 2 people in it.');
    await user.click(now);
    expect(screen.getByText(/Everyone in it can still read the project/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('access');
    const back = screen.getByRole('link', { name: 'Back to billing' });
    expect(back.getAttribute('href')).toBe(billing);
  });

  it('now: needs the typed id, and is sent without a time', async () => {
    await openCancel('ask');
    await user.click(screen.getByRole('radio', { name: /^Now/ }));
    expect(submit().getAttribute('aria-disabled')).toBe('true');
    await user.type(await screen.findByLabelText('Subscription ID'), 's1');
    await user.click(submit());
    expect(await screen.findByText('Acme Analytics has ended.')).toBeTruthy();
    expect(server.calls('cancelSubscription')).toEqual([
      { subscriptionId: 's1', confirmationId: 's1' },
    ]);
  });

  it('only at the end of the period: offers no other time', async () => {
    await openCancel('period-end');
    expect(await screen.findByText(/^Until Nov 28, 2026 everything works/)).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(idField()).toBeNull();
    expect(submit().getAttribute('aria-disabled')).toBeNull();
  });

  it.each([
    ['only now', 'now', {}],
    ['free plan', 'ask', { plan_id: 'free' }],
    ['payment missing', 'ask', { status: 'past_due' }],
    ['ending already', 'ask', { cancel_at }],
  ] as const)('%s: offers now alone, with the typed id', async (_, cancel, fields) => {
    server.world.subscription = { ...proAcme, ...fields };
    await openCancel(cancel);
    expect(idField()).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    const isEnding = 'cancel_at' in fields;
    expect(screen.queryByText('Acme Analytics is canceled already') !== null).toBe(isEnding);
  });
});

describe('a subscription that is going to end', () => {
  beforeEach(beEnding);

  it.each([billing, '/subscription/s1'])('is kept by one press on %s', async (path) => {
    await visit(path, server, configured('ask'));
    expect(await screen.findByText(endsTitle)).toBeTruthy();
    expect(screen.getByText(/^Until then everything works for all 2 people\./)).toBeTruthy();
    const keep = screen.getByRole('button', { name: 'Keep my plan' });
    act(() => {
      keep.click();
      keep.click();
    });
    expect(await screen.findByText('Acme Analytics continues. It renews as before.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(endsTitle)).toBeNull());
    expect(server.calls('resumeSubscription')).toEqual([{ subscriptionId: 's1' }]);
  });

  it('refused: says why', async () => {
    const { answers } = server;
    answers['POST /functions/r/resumeSubscription'] = deny('subscription/canceled');
    await visit(billing, server, configured('ask'));
    await user.click(await screen.findByRole('button', { name: 'Keep my plan' }));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('The subscription could not be kept')).toBeTruthy();
  });

  it('shows other members no button', async () => {
    const permissions = { access: ['olga', 'ada'], admin: ['olga', 'ada'] };
    server.world.subscription = { ...proAcme, cancel_at, owner_id: 'olga', permissions };
    await visit(billing, server, configured('ask'));
    expect(await screen.findByText(endsTitle)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Keep my plan' })).toBeNull();
  });

  it.each([
    ['ask', true],
    ['period-end', false],
  ] as const)('%s: can be ended sooner: %s', async (cancel, isOffered) => {
    await visit(billing, server, configured(cancel));
    await screen.findByText(endsTitle);
    await screen.findByRole('link', { name: 'Transfer ownership' });
    const link = screen.queryByRole('link', { name: 'End it now' });
    expect(link !== null).toBe(isOffered);
  });

  it('is kept by "Keep my plan" on the page that cancels it', async () => {
    await openCancel('ask');
    await user.click(await screen.findByRole('button', { name: 'Keep my plan' }));
    expect(await screen.findByText('Acme Analytics continues. It renews as before.')).toBeTruthy();
    await waitFor(() => expect(location.pathname).toBe(billing));
    expect(server.calls('resumeSubscription')).toEqual([{ subscriptionId: 's1' }]);
  });

  it.each([
    ['en', 'This also keeps Acme Analytics: it no longer ends on Nov 28.'],
    ['zh', '更换后项目将继续，不再于 11月28日结束。'],
  ])('an upgrade says that it keeps the project: %s', async (language, said) => {
    localStorage.setItem('i18nextLng', language);
    server.world.preview = { ...server.world.preview, cancel_at: null };
    await visit(`${billing}/change-plan?plan=enterprise`, server, configured('ask'));
    expect(await screen.findByText(said)).toBeTruthy();
  });

  it('a downgrade says that nothing more is charged, and promises no credit', async () => {
    const credit = { amount: 900, currency: 'usd' };
    server.world.preview = {
      ...server.world.preview,
      due_now: { ...credit, amount: 0 },
      lines: [{ kind: 'credit-kept', amount: credit }],
      credit,
      cancel_at,
    };
    await visit(`${billing}/change-plan?plan=enterprise`, server, configured('ask'));
    expect(
      await screen.findByText('Even on the new plan, the project ends on Nov 28, 2026.'),
    ).toBeTruthy();
    const costs = within(screen.getByRole('region', { name: 'What it costs' }));
    expect(costs.getByText('Nothing will be charged again.')).toBeTruthy();
    expect(costs.getByText('Not refunded')).toBeTruthy();
    expect(costs.queryByText('Kept as credit')).toBeNull();
    expect(costs.queryByText(/^Then/)).toBeNull();
  });
});

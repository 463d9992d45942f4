import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { createBillingServer, proAcme } from '../../../test/billing-server.ts';
import { callable, grace } from '../../../test/team-server.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createBillingServer();
const user = userEvent.setup();
const summaryCall = callable('getBillingSummary');
const oldCard = /4242/;

beforeEach(() => {
  server = createBillingServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, deadline);

async function follow(name: string) {
  const [menu] = screen.getAllByRole('navigation', { name: 'Main navigation' });
  await user.click(within(menu ?? expect.fail()).getByRole('link', { name }));
}

/** The answers that come after the transfer are held back. */
function holdSummary() {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  server.world.summary = { ...server.world.summary, card: null, needs_billing_info: true };
  server.answers[summaryCall] = async () => {
    await held;
    return Response.json({ data: server.world.summary });
  };
  return release;
}

it('old owner: the card is gone from billing with the transfer, not with the next answer', async () => {
  server.world.users = [grace];
  await visit('/subscription/s1/billing', server);
  expect((await screen.findAllByText(oldCard, {}, deadline)).length).toBeGreaterThan(0);
  await follow('Settings');
  // Billing has such a link too, and stays until the code of the settings has come.
  await heading('Settings');
  await user.click(await screen.findByRole('link', { name: 'Transfer ownership' }, deadline));
  await user.selectOptions(await screen.findByLabelText('New owner', {}, deadline), 'grace');
  const release = holdSummary();
  await user.click(screen.getByRole('button', { name: 'Transfer ownership' }));
  await heading('Settings');
  await screen.findByText('Grace Hopper is now the owner of Acme Analytics.');

  await follow('Billing');
  await heading('Billing');
  expect(screen.queryAllByText(oldCard)).toEqual([]);
  release();
  expect(await screen.findByText('No card', {}, deadline)).toBeTruthy();
});

it('new owner, in a tab that was open: the card is gone once the ownership is known', async () => {
  const { permissions } = proAcme;
  server.world.subscription = { ...proAcme, owner_id: 'grace', permissions };
  await visit('/subscription/s1/billing', server);
  expect((await screen.findAllByText(oldCard, {}, deadline)).length).toBeGreaterThan(0);

  server.world.subscription = { ...proAcme, owner_id: 'ada', permissions };
  const release = holdSummary();
  const later = Date.now() + 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(screen.queryAllByText(oldCard)).toEqual([]), deadline);
  release();
  expect(await screen.findByText('No card', {}, deadline)).toBeTruthy();
  vi.restoreAllMocks();
});

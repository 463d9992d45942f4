import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBillingServer, proAcme } from '../../../../test/billing-server.ts';
import { callable, deny } from '../../../../test/team-server.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

const user = userEvent.setup();
const billing = '/subscription/s1/billing';
let server = createBillingServer();

beforeEach(() => {
  server = createBillingServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});
afterEach(() => void vi.unstubAllGlobals());

const summary = async () =>
  within(await screen.findByRole('region', { name: 'Billing summary' }, deadline));
const payer = async () => (await summary()).getByText('Billed to').parentElement?.textContent;
const press = async (name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }, deadline));

it('owner: sees what is paid, with what and to whom, then what was paid, and the danger last', async () => {
  await visit(billing, server);
  await screen.findByRole('region', { name: 'Danger zone' }, deadline);
  await summary();
  const main = within(screen.getByRole('main'));
  const names = main.getAllByRole('region').map((part) => {
    const title = document.getElementById(part.getAttribute('aria-labelledby') ?? '');
    return part.getAttribute('aria-label') ?? title?.textContent;
  });
  expect(names).toEqual(['Billing summary', 'Spending, last 12 weeks', 'Invoices', 'Danger zone']);
  const terms = [...document.querySelectorAll('main dt')].map(({ textContent }) => textContent);
  expect(terms).toEqual(['Current plan', 'Next charge', 'Charged to', 'Billed to']);
});

describe('the payer', () => {
  it('person: name and address', async () => {
    await visit(billing, server);
    await screen.findByText('Ada Lovelace', { selector: 'dd *' }, deadline);
    expect(await payer()).toBe(
      'Billed toAda Lovelace1 Engine StreetSpringfield, IL 62701United StatesEdit',
    );
  });

  it('company with a tax ID that could not be verified: company first, and the ID with its fault', async () => {
    const { address, ...details } = server.world.details;
    server.world.details = {
      ...details,
      address: { ...address, line2: 'Hof 2', city: 'Berlin', state: '', country: 'DE' },
      company: 'Ada GmbH',
      tax_id: 'DE111111111',
      tax_id_status: 'unverified',
    };
    await visit(billing, server);
    await screen.findByText('Ada GmbH', {}, deadline);
    expect(await payer()).toMatch(
      /^Billed toAda GmbHAda Lovelace1 Engine Street, Hof 2Berlin, 62701GermanyTax ID DE111111111This ID could not/,
    );
  });

  it('Chinese reader: the country first', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    await visit(billing, server);
    expect(await screen.findByText('美国 IL Springfield', {}, deadline)).toBeTruthy();
  });

  it('no address yet: says so', async () => {
    server.world.details = { ...server.world.details, name: '' };
    await visit(billing, server);
    expect(await screen.findByText('No address yet', {}, deadline)).toBeTruthy();
  });

  it('failed to load: one box with a way to try again, and everything else is there', async () => {
    const answer = server.answers[callable('getBillingDetails')];
    server.answers[callable('getBillingDetails')] = deny('access/owner-only', 'Not now.');
    await visit(billing, server);
    const alert = within(await screen.findByRole('alert', {}, deadline));
    expect(alert.getByText('Not now.')).toBeTruthy();
    expect((await summary()).getByText('Visa ending in 4242')).toBeTruthy();
    server.answers[callable('getBillingDetails')] = answer ?? deny('access/denied');
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 Engine Street')).toBeTruthy();
  });
});

it('administrator who is not the owner: one sentence names the owner, and no address is asked for', async () => {
  const permissions = { access: ['olga', 'ada'], admin: ['olga', 'ada'] };
  const owner = { owner_id: 'olga', owner_name: 'Olga Owner' };
  server.world.subscription = { ...proAcme, ...owner, permissions };
  await visit(billing, server);
  const sentence = 'Olga Owner owns this project and manages its plan and cards.';
  expect(await screen.findByText(sentence, {}, deadline)).toBeTruthy();
  expect(await payer()).toContain('Only the owner sees the address.');
  const button = screen.getByRole('button', { name: 'Change plan', description: sentence });
  expect(button.getAttribute('title')).toBe('Only the subscription owner can perform this action');
  expect(screen.queryByRole('button', { name: 'Replace card' })).toBeNull();
  expect(server.calls('getBillingDetails')).toEqual([]);
});

it.each([
  ['unpaid', {}, 'On hold'],
  ['past_due', {}, 'Payment failed'],
  ['active', { cancel_at: '2026-12-01T12:00:00.000Z' }, 'Ends Dec 1'],
  ['active', { trial_end: '2020-01-01T12:00:00.000Z' }, 'Trial · ends today'],
])('head of a project that is %s with %j: says “%s”', async (status, dates, chip) => {
  server.world.subscription = { ...proAcme, status, ...dates };
  await visit(billing, server);
  const title = await screen.findByRole('heading', { level: 1, name: 'Billing' }, deadline);
  expect(within(title.parentElement ?? document.body).getByText(chip)).toBeTruthy();
});

it.each(['past_due', 'unpaid'])(
  '%s project that is going to end: says when, and is kept',
  async (status) => {
    const cancel_at = '2026-12-01T12:00:00.000Z';
    server.world.subscription = { ...proAcme, status, cancel_at };
    server.world.summary = { ...server.world.summary, cancel_at };
    await visit(billing, server);
    expect(
      await screen.findByText('Acme Analytics ends on Dec 1, 2026', {}, deadline),
    ).toBeTruthy();
    expect(screen.queryByText(/Until then everything works/)).toBeNull();
    await press('Keep my plan');
    await waitFor(() => expect(screen.queryByText(/ends on Dec 1/)).toBeNull());
    expect(server.calls('resumeSubscription')).toEqual([{ subscriptionId: 's1' }]);
  },
);

describe('another card', () => {
  it('typed in the dialog: is kept and charged from then on', async () => {
    await visit(billing, server);
    await press('Replace card');
    expect(await screen.findByRole('dialog', { name: 'Replace Visa ending in 4242' })).toBeTruthy();
    await press(/^Fill in 4242/);
    await press('Save card');
    expect(await screen.findByText('Visa ending in 4242 pays the next charges.')).toBeTruthy();
    const kept = server.world.cards.at(-1);
    expect(kept?.id).not.toBe('pm_visa');
    expect(server.calls('setDefaultPaymentMethod')).toEqual([
      { subscriptionId: 's1', paymentMethodId: kept?.id },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('being made the default: is not called saved only', async () => {
    let answer = (_: Response) => {};
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    server.answers[callable('setDefaultPaymentMethod')] = () => answered;
    await visit(billing, server);
    await press('Replace card');
    await press(/^Fill in 4242/);
    await press('Save card');
    await waitFor(() => expect(server.calls('setDefaultPaymentMethod')).toHaveLength(1), deadline);
    expect(screen.queryByText(/it is not the default card yet/)).toBeNull();
    answer(Response.json({ data: {} }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('kept, but not made the default: is not asked for again', async () => {
    const answer = server.answers[callable('setDefaultPaymentMethod')];
    server.answers[callable('setDefaultPaymentMethod')] = deny('billing/under-way', 'Wait.');
    await visit(billing, server);
    await press('Replace card');
    await press(/^Fill in 4242/);
    await press('Save card');
    expect(await screen.findByText('Wait.')).toBeTruthy();
    expect(screen.getByText(/is saved, but it is not the default card yet\.$/)).toBeTruthy();
    server.answers[callable('setDefaultPaymentMethod')] = answer ?? deny('access/denied');
    await press('Make default');
    expect(await screen.findByText('Visa ending in 4242 pays the next charges.')).toBeTruthy();
    expect(server.calls('createSetupIntent')).toHaveLength(1);
  });

  it('payment that is due takes another card itself: no second way', async () => {
    server.world.subscription = { ...proAcme, status: 'past_due' };
    await visit(billing, server);
    expect((await summary()).getByText('Visa ending in 4242')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Replace card' })).toBeNull();
  });
});

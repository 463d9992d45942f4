import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBillingServer, proAcme, usd } from '../../../../test/billing-server.ts';
import { fillIn } from '../../../../test/payer.ts';
import { notAuthenticated } from '../../../../test/stripe-server.ts';
import { callable, deny } from '../../../../test/team-server.ts';
import { testConfig, withheld } from '../../../../test/test-config.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

let server = createBillingServer();
const user = userEvent.setup();

beforeEach(() => {
  server = createBillingServer();
  server.identity.displayName = 'Ada Lovelace';
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});
afterEach(() => void vi.unstubAllGlobals());

const billing = '/subscription/s1/billing';
const plans = `${billing}/change-plan`;
const change = callable('changeSubscriptionPlan');
const enterprise = 'plans.enterprise.title';
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => user.click(await button(name));
const sent = () => server.calls('changeSubscriptionPlan');
const thanks = (plan: string) => screen.findByText(`You’re on ${plan}. Thank you, Ada.`);

async function choose(plan: string) {
  await visit(plans, server);
  const name = new RegExp(`^(Up|Down)grade to ${plan}$`);
  await user.click(await screen.findByRole('button', { name }));
}

function beOnFree() {
  server.world.subscription = { ...proAcme, plan_id: 'free' };
  server.world.summary = { ...server.world.summary, plan_id: 'free', card: null, needs_card: true };
  server.world.preview = { ...server.world.preview, due_now: usd(1000), next: usd(1000) };
}

/** Lines of the cost with their sums, as they are read. */
const rowsOf = (costs: Pick<typeof screen, 'getAllByRole'>) =>
  costs.getAllByRole('term').map((term) => term.parentElement?.textContent);

const cardOf = (call: number) => {
  const info: unknown = sent()[call]?.billingInfo;
  return (info as { paymentMethodId: string }).paymentMethodId;
};

function beTwelve() {
  server.world.users = Array.from({ length: 12 }, (_, at) => ({
    id: `u${at}`,
    display_name: '',
    email: `u${at}@x.example`,
    status: 'active' as const,
    permissions: ['access'],
  }));
}

/** Faster than the page can say that it is at work. */
function pressTwice(button: HTMLElement) {
  act(() => {
    button.click();
    button.click();
  });
}

describe('the list of plans', () => {
  const cards = async () => {
    await visit(plans, server);
    await screen.findByRole('heading', { level: 1, name: 'Change plan' });
    return screen
      .getAllByRole('heading', { level: 2 })
      .map((title) => within(title.closest('li') ?? document.body));
  };
  const isOff = (name: string) =>
    screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

  it('marks the current one, and offers the others but not the legacy one', async () => {
    const [free, pro, , gold] = await cards();
    expect(free?.getByRole('button', { name: 'Downgrade to Free' })).toBeTruthy();
    expect(pro?.getByRole('button', { name: 'Current plan' })).toBeTruthy();
    expect(isOff('Current plan')).toBe(true);
    expect(gold?.getByText('Legacy')).toBeTruthy();
    expect(isOff('No longer offered')).toBe(true);
    await press('No longer offered');
    await press('Current plan');
    expect(location.search).toBe('');
    expect(server.calls('previewPlanChange')).toEqual([]);
  });

  it('each plan: its button names the direction, and only an upgrade is the next step', async () => {
    const [free, , large] = await cards();
    const down = free?.getByRole('button', { name: 'Downgrade to Free' });
    expect(down?.textContent).toBe('Downgrade');
    expect(down?.className).not.toContain('bg-accent');
    const up = large?.getByRole('button', { name: `Upgrade to ${enterprise}` });
    expect(up?.textContent).toBe('Upgrade');
    expect(up?.className).toContain('bg-accent');
  });

  it('subscriber of the legacy plan: sees it as the current plan', async () => {
    server.world.subscription = { ...proAcme, plan_id: 'gold' };
    const [, , , gold] = await cards();
    expect(gold?.getByRole('button', { name: 'Current plan' })).toBeTruthy();
    expect(gold?.getByText('Legacy')).toBeTruthy();
    // Both cost the same.
    const toPro = screen.getByRole('button', { name: 'Change to Pro' });
    expect(toPro.className).not.toContain('bg-accent');
  });

  it('server without payments: offers free plans only', async () => {
    const payments = { provider: 'none', selling: false, publishableKey: '' } as const;
    await visit(plans, server, { ...testConfig, payments });
    await screen.findByRole('button', { name: 'Downgrade to Free' });
    expect(isOff('Payments are not set up here')).toBe(true);
  });

  it('no paid plan sold: offers free plans only', async () => {
    const payments = { provider: 'sandbox', selling: false, publishableKey: '' } as const;
    await visit(plans, server, { ...testConfig, payments });
    await screen.findByRole('button', { name: 'Downgrade to Free' });
    expect(isOff('Paid plans are not available right now')).toBe(true);
  });

  it('plan that cannot be sold now: cannot be chosen', async () => {
    const notForSale = withheld(({ id }) => ['free', 'enterprise'].includes(id));
    await visit(plans, server, { ...testConfig, plans: notForSale });
    const off = await screen.findAllByRole('button', { name: 'Not available right now' });
    expect(off.map((one) => one.getAttribute('aria-disabled'))).toEqual(['true', 'true']);
    expect(screen.queryByText('Paid plans are not available right now')).toBeNull();
  });

  it('offers a free plan to those who pay nothing, whatever its price at the provider', async () => {
    beOnFree();
    const notForSale = withheld(({ free }) => free);
    const second = notForSale.filter(({ free }) => free).map((plan) => ({ ...plan, id: 'lite' }));
    await visit(plans, server, { ...testConfig, plans: [...notForSale, ...second] });
    expect(await button('Change to Free')).toBeTruthy();
    expect(screen.queryByText('Not available right now')).toBeNull();
  });

  it.each(['nosuch', 'gold'])('says that the plan %s of the address is not there', async (id) => {
    await visit(`${plans}?plan=${id}`, server);
    expect(await screen.findByText('This plan was not found')).toBeTruthy();
    expect(server.calls('previewPlanChange')).toEqual([]);
  });

  it('address that names the current plan: shows it as current', async () => {
    await visit(`${plans}?plan=pro`, server);
    expect(await button('Current plan')).toBeTruthy();
  });

  it('canceled project: no plan can be chosen', async () => {
    server.world.subscription = { ...proAcme, status: 'canceled' };
    await visit(plans, server);
    expect(await screen.findByText(/This project has ended/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Downgrade to Free' })).toBeNull();
  });
});

describe('a change of plan', () => {
  it('says what it costs, is sent once, and leads back to billing', async () => {
    await choose(enterprise);
    const costs = within(await screen.findByRole('region', { name: 'What it costs' }));
    expect(rowsOf(costs)).toEqual([
      'Unused time on Pro−$5.71',
      `${enterprise} until Nov 28$17.14`,
      'Due today$11.43',
    ]);
    expect(costs.getByText('Then $30.00 on Nov 28')).toBeTruthy();
    expect(costs.getByText('Renews every week until you cancel.')).toBeTruthy();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    const looks = server.calls('previewPlanChange').length;

    pressTwice(await button('Confirm and pay $11.43'));
    expect(await thanks(enterprise)).toBeTruthy();
    await screen.findByRole('heading', { level: 1, name: 'Billing' });
    expect(location.pathname).toBe(billing);
    expect(sent()).toEqual([
      { subscriptionId: 's1', planId: 'enterprise', preview: 'signed-1143' },
    ]);
    expect(server.keysOf('changeSubscriptionPlan')[0]).toMatch(/^[0-9a-f]{32}$/);
    // The amounts that were confirmed are those that were read.
    expect(server.calls('previewPlanChange')).toHaveLength(looks);
  });

  it('paid: gives thanks with the sum, the card and the address of the receipt, once', async () => {
    await choose(enterprise);
    await press('Confirm and pay $11.43');
    const moment = within((await thanks(enterprise)).parentElement ?? document.body);
    const text = 'We charged $11.43 to Visa ·· 4242. The receipt goes to ada@x.example.';
    expect(await moment.findByText(text)).toBeTruthy();
    expect(screen.queryByText(`You’re on ${enterprise}.`)).toBeNull();
    // A page that is loaded again thanks no more.
    await waitFor(() => expect(history.state?.usr ?? null).toBeNull());
  });

  it('says from when it counts, what it brings, and which card pays', async () => {
    const date = new Date(Date.now() + 4 * 86_400_000).toISOString();
    const { next_invoice } = server.world.summary;
    server.world.summary = {
      ...server.world.summary,
      next_invoice: next_invoice && { ...next_invoice, date },
    };
    await choose(enterprise);
    const changes = within(await screen.findByRole('region', { name: 'What changes' }));
    expect(changes.getByText('Starts today, 4 of 7 days left in this billing week.')).toBeTruthy();
    const gains = within(changes.getByRole('list', { name: 'What you gain' }));
    expect(gains.getAllByRole('listitem').length).toBeGreaterThan(0);
    expect(changes.getByText('Visa ending in 4242')).toBeTruthy();
    const link = changes.getByRole('link', { name: 'Use another card' });
    expect(link.getAttribute('href')).toBe(`${billing}/payment-methods`);
  });

  it('to a smaller plan: says what is lost', async () => {
    await choose('Free');
    const changes = within(await screen.findByRole('region', { name: 'What changes' }));
    expect(changes.getByRole('list', { name: 'What you lose' })).toBeTruthy();
    expect(changes.queryByText('Visa ending in 4242')).toBeNull();
  });

  it('downgrade: keeps a credit and charges nothing', async () => {
    const lines = [
      { kind: 'unused-time', amount: usd(-571), plan_id: 'pro' },
      { kind: 'credit-kept', amount: usd(571) },
    ] as const;
    const free = { due_now: usd(0), lines, credit: usd(571), next: usd(0), next_at: null };
    server.world.preview = {
      ...server.world.preview,
      ...free,
      lines: [...lines],
      preview: 'signed-571',
    };
    await choose('Free');
    const costs = within(await screen.findByRole('region', { name: 'What it costs' }));
    expect(rowsOf(costs)).toEqual([
      'Unused time on Pro−$5.71',
      'Kept as credit$5.71',
      'Due today$0.00',
    ]);
    expect(costs.getByText('Nothing will be charged again.')).toBeTruthy();
    await press('Change to Free');
    expect(await screen.findByText('You’re on Free.')).toBeTruthy();
  });

  it('cheaper plan: says what the credit pays, and what comes after it', async () => {
    server.world.subscription = { ...proAcme, plan_id: 'enterprise' };
    server.world.preview = {
      ...server.world.preview,
      due_now: usd(0),
      credit: usd(700),
      next: usd(300),
      next_tax: undefined,
    };
    await choose('Pro');
    const costs = within(await screen.findByRole('region', { name: 'What it costs' }));
    expect(costs.getByText('Then $3.00 on Nov 28, after your credit')).toBeTruthy();
    expect(costs.getByText('Later renewals: $10.00 per week')).toBeTruthy();
  });

  it('next charge below the price, with its tax known: is not said to be after a credit', async () => {
    server.world.subscription = { ...proAcme, plan_id: 'enterprise' };
    server.world.preview = { ...server.world.preview, next: usd(900), next_tax: usd(100) };
    await choose('Pro');
    const costs = within(await screen.findByRole('region', { name: 'What it costs' }));
    expect(costs.getByText('Then $9.00 on Nov 28, including $1.00 tax')).toBeTruthy();
    expect(costs.queryByText(/Later renewals/)).toBeNull();
  });

  it('upgrade from a free plan: asks for card and address first', async () => {
    beOnFree();
    await choose('Pro');
    await screen.findByLabelText('Card number');
    await press('Confirm and pay $10.00');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(sent()).toEqual([]);

    await fillIn();
    pressTwice(await button('Confirm and pay $10.00'));
    expect(await thanks('Pro')).toBeTruthy();
    expect(sent()).toHaveLength(1);
    expect(cardOf(0)).toBe('pm_1');
  });

  it('card declined: keeps what was typed and sends another card the next time', async () => {
    beOnFree();
    const answer = server.answers[change];
    server.answers[change] = deny('billing/card-refused', 'Your card has insufficient funds.');
    await choose('Pro');
    await fillIn();
    await press('Confirm and pay $10.00');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Failed to change the planYour card has insufficient funds.');
    expect(screen.getByLabelText('City')).toHaveProperty('value', 'Springfield');

    server.answers[change] = answer ?? deny('access/denied');
    await press('Confirm and pay $10.00');
    expect(await thanks('Pro')).toBeTruthy();
    expect([cardOf(0), cardOf(1)]).toEqual(['pm_1', 'pm_2']);
    const [first, second] = server.keysOf('changeSubscriptionPlan');
    expect(second).not.toBe(first);
  });

  it('card and address lacking on the server: asks for them', async () => {
    server.answers[change] = deny('billing/card-missing');
    await choose(enterprise);
    await press('Confirm and pay $11.43');
    expect(await screen.findByLabelText('Card number')).toBeTruthy();
    expect(screen.getByRole('alert')).toBeTruthy();
  });

  it('bank asks for confirmation: the plan changes once it is given', async () => {
    server.world.clientSecret = 'pi_secret';
    await choose(enterprise);
    await press('Confirm and pay $11.43');
    const bank = within(await screen.findByRole('alertdialog'));
    expect(screen.queryByText(/^You’re on/)).toBeNull();
    expect(location.pathname).toBe(plans);
    await user.click(bank.getAllByRole('button').at(-1) ?? document.body);
    expect(await thanks(enterprise)).toBeTruthy();
    expect(server.sentToStripe('/authenticate')).toEqual([
      { client_secret: 'pi_secret', agreed: 'true' },
    ]);
  });

  it('bank confirmation refused: says so, and the next try is another request', async () => {
    server.world.clientSecret = 'pi_secret';
    await choose(enterprise);
    await press('Confirm and pay $11.43');
    const bank = within(await screen.findByRole('alertdialog'));
    const [refuse] = bank.getAllByRole('button');
    await user.click(refuse ?? document.body);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(notAuthenticated);
    server.world.clientSecret = undefined;
    await press('Confirm and pay $11.43');
    expect(await thanks(enterprise)).toBeTruthy();
    expect(new Set(server.keysOf('changeSubscriptionPlan')).size).toBe(2);
  });

  it('price changed meanwhile: reads it again by itself and says so', async () => {
    const answer = server.answers[change];
    server.answers[change] = deny('billing/preview-outdated');
    await choose(enterprise);
    await button('Confirm and pay $11.43');
    const newPreview = { due_now: usd(1857), preview: 'signed-1857' };
    server.world.preview = { ...server.world.preview, ...newPreview };
    await press('Confirm and pay $11.43');
    const said = 'The price has changed. You pay $18.57 today.';
    expect(await screen.findByText(said)).toBeTruthy();
    expect(location.search).toBe('?plan=enterprise');

    server.answers[change] = answer ?? deny('access/denied');
    await press('Confirm and pay $18.57');
    await thanks(enterprise);
    expect(sent().map(({ preview }) => preview)).toEqual(['signed-1143', 'signed-1857']);
    const [first, second] = server.keysOf('changeSubscriptionPlan');
    expect(second).not.toBe(first);
  });

  it('repeats a request whose answer was lost with the same key', async () => {
    const answer = server.answers[change];
    server.answers[change] = () => Promise.reject(new TypeError('offline'));
    await choose(enterprise);
    await press('Confirm and pay $11.43');
    await screen.findByRole('alert');
    server.answers[change] = answer ?? deny('access/denied');
    await press('Confirm and pay $11.43');
    await thanks(enterprise);
    const [first, second] = server.keysOf('changeSubscriptionPlan');
    expect(second).toBe(first);
  });

  it('plan with too few seats: its card says how many too many, and leads to the people', async () => {
    beTwelve();
    const larger = testConfig.plans.map((plan) =>
      plan.id === 'enterprise' ? { ...plan, seats: 50 } : plan,
    );
    await visit(plans, server, { ...testConfig, plans: larger });
    const off = await button('2 seats too many');
    expect(off.getAttribute('aria-disabled')).toBe('true');
    const card = within(off.closest('li') ?? document.body);
    const link = card.getByRole('link', { name: 'Choose who stays' });
    expect(link.getAttribute('href')).toBe('/subscription/s1/users');
    expect(await button(`Upgrade to ${enterprise}`)).toBeTruthy();
  });

  it('downgrade with too many members: says how many seats are in use and how many there would be', async () => {
    beTwelve();
    server.answers[callable('previewPlanChange')] = deny('seats/too-many-in-use');
    await visit(`${plans}?plan=free`, server);
    const sentence =
      '12 seats are in use, and Free has 10. Remove people or revoke invitations first.';
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByText('2 seats too many for Free')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Choose who stays' });
    expect(link.getAttribute('href')).toBe('/subscription/s1/users');
    const losses = within(screen.getByRole('list', { name: 'What you lose' }));
    expect(losses.getAllByRole('listitem').length).toBeGreaterThan(0);
  });
});

describe('a first payment that is not finished', () => {
  beforeEach(() => {
    server.world.subscription = { ...proAcme, status: 'incomplete' };
  });

  it('confirmed at the bank: the project opens', async () => {
    await visit('/subscription/s1', server);
    pressTwice(await button('Finish the payment'));
    const bank = within(await screen.findByRole('alertdialog'));
    await user.click(bank.getAllByRole('button').at(-1) ?? document.body);
    expect(await screen.findByText('Acme Analytics is paid and open.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('The first payment is not finished')).toBeNull());
    expect(server.calls('resumePayment')).toHaveLength(1);
  });

  it('refused by the server: shows its sentence', async () => {
    server.answers[callable('resumePayment')] = deny('billing/nothing-to-pay', 'All is paid.');
    await visit(billing, server);
    await press('Finish the payment');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('The payment could not be finishedAll is paid.');
  });

  it('abandoned after a question: sent once, and leads to the dashboard', async () => {
    await visit(billing, server);
    await press('Discard');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Discard Acme Analytics?')).toBeTruthy();
    expect(server.calls('abandonSubscription')).toEqual([]);
    pressTwice(dialog.getByRole('button', { name: 'Discard the project' }));
    await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
    expect(screen.getByText(/has been discarded/)).toBeTruthy();
    expect(server.calls('abandonSubscription')).toEqual([{ subscriptionId: 's1' }]);
  });
});

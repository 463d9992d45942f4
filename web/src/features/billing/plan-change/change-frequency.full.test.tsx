import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBillingServer, proAcme } from '../../../../test/billing-server.ts';
import { press, user } from '../../../../test/person.ts';
import { callable } from '../../../../test/team-server.ts';
import { monthlyYearly } from '../../../../test/test-config.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createBillingServer();
const billing = '/subscription/s1/billing';
const plans = `${billing}/change-plan`;
const yearly = 'Yearly 2 months free';
const toYear = 'Switch to yearly, save €78';

const eur = (amount: number) => ({ amount, currency: 'eur' });

/** Ada pays Pro by the month, in euros. */
beforeEach(() => {
  server = createBillingServer();
  server.identity.displayName = 'Ada Lovelace';
  const { world } = server;
  world.subscription = { ...proAcme, frequency: 'month', currency: 'eur' };
  world.summary = { ...world.summary, price: eur(3_900), frequency: 'month' };
  world.preview = {
    ...world.preview,
    due_now: eur(36_400),
    lines: [
      { kind: 'unused-time', amount: eur(-2_600), plan_id: 'pro', frequency: 'month' },
      {
        kind: 'plan',
        amount: eur(39_000),
        plan_id: 'pro',
        frequency: 'year',
        period: { start: '2026-11-28T10:00:00.000Z', end: '2027-11-28T10:00:00.000Z' },
      },
    ],
    discount: eur(0),
    tax: eur(0),
    credit: eur(0),
    next: eur(39_000),
    next_at: '2027-11-28T10:00:00.000Z',
  };
  server.answers[callable('changeSubscriptionPlan')] = () => {
    const { planId, frequency } = server.calls('changeSubscriptionPlan').at(-1) ?? {};
    world.subscription = {
      ...world.subscription,
      plan_id: String(planId),
      frequency: frequency === 'year' ? 'year' : 'month',
    };
    return Response.json({ data: {} });
  };
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

async function card(plan: string) {
  const title = await screen.findByRole('heading', { level: 2, name: plan });
  return within(title.closest('li') ?? document.body);
}

async function figures() {
  const costs = within(await screen.findByRole('region', { name: 'What it costs' }));
  return costs.getAllByRole('term').map((term) => term.parentElement?.textContent);
}

describe('the plans of a running subscription', () => {
  it('begins with its own period, in its own currency', async () => {
    await visit(plans, server, monthlyYearly);
    const pro = await card('Pro');
    expect(pro.getByText('€39').parentElement?.textContent).toBe('€39per month');
    expect(pro.getByRole('button', { name: 'Current plan' })).toBeTruthy();
    expect(screen.queryByLabelText('Currency')).toBeNull();
  });

  it('other period chosen: offers it for the present plan, which stays marked', async () => {
    await visit(plans, server, monthlyYearly);
    await press(yearly);
    const pro = await card('Pro');
    expect(pro.getByText('€32.50').parentElement?.textContent).toBe('€32.50a month, billed €390');
    expect(pro.getByText('Current plan')).toBeTruthy();
    const toYear = pro.getByRole('button', { name: 'Switch to yearly, save €78' });
    expect(toYear.className).toContain('bg-accent');
  });

  it('free: offers every currency', async () => {
    server.world.subscription = { ...proAcme, plan_id: 'free' };
    await visit(plans, server, monthlyYearly);
    await user.selectOptions(await screen.findByLabelText('Currency'), 'eur');
    expect((await card('Pro')).getByText('€39')).toBeTruthy();
    expect((await card('Free')).getByRole('button', { name: 'Current plan' })).toBeTruthy();
  });

  it('plan without a price in its currency: cannot be chosen', async () => {
    const inDollars = monthlyYearly.plans.map((plan) =>
      plan.id === 'enterprise'
        ? { ...plan, prices: plan.prices.filter(({ currency }) => currency === 'usd') }
        : plan,
    );
    await visit(plans, server, { ...monthlyYearly, plans: inDollars });
    const off = await screen.findByRole('button', { name: 'Not available in EUR' });
    expect(off.getAttribute('aria-disabled')).toBe('true');
  });

  it('legacy plan: is shown at the price that is paid', async () => {
    const legacy = monthlyYearly.plans.map((plan) => ({ ...plan, legacy: plan.id === 'pro' }));
    server.world.subscription = { ...server.world.subscription, frequency: 'year' };
    await visit(plans, server, { ...monthlyYearly, plans: legacy });
    await press('Monthly');
    const pro = await card('Pro');
    expect(pro.getByText('a month, billed €390')).toBeTruthy();
    expect(pro.getByRole('button', { name: 'Current plan' })).toBeTruthy();
  });
});

describe('a change of the period', () => {
  it('month to year: says what is paid now and next, names the price, and gives thanks', async () => {
    await visit(plans, server, monthlyYearly);
    await press(yearly);
    await press(toYear);
    const title = { level: 1, name: 'Pro (monthly) to Pro (yearly)' };
    expect(await screen.findByRole('heading', title)).toBeTruthy();
    expect(await figures()).toEqual([
      'Unused time on Pro (monthly)−€26.00',
      'Pro (yearly) until Nov 28, 2027€390.00',
      'Due today€364.00',
    ]);
    expect(screen.getByText('Then €390.00 on Nov 28, 2027')).toBeTruthy();
    const changes = within(screen.getByRole('region', { name: 'What changes' }));
    expect(changes.getByText('Pro (yearly)').parentElement?.textContent).toBe(
      'Pro (yearly) instead of Pro (monthly)',
    );
    await press('Confirm and pay €364.00');
    expect(await screen.findByText('You’re on Pro (yearly). Thank you, Ada.')).toBeTruthy();
    expect(location.pathname).toBe(billing);
    const named = { subscriptionId: 's1', planId: 'pro', frequency: 'year', currency: 'eur' };
    expect(server.calls('previewPlanChange')).toContainEqual(named);
    expect(server.calls('changeSubscriptionPlan')).toEqual([{ ...named, preview: 'signed-1143' }]);
  });

  it('of a business that accounts for the tax itself: says so, as the purchase did', async () => {
    server.world.preview = { ...server.world.preview, reverse_charge: true };
    await visit(plans, server, monthlyYearly);
    await press(yearly);
    await press(toYear);
    const said = 'Reverse charge: your company accounts for the tax itself.';
    expect(await screen.findByText(said)).toBeTruthy();
  });

  it('with a discount and added tax: each is a line, and the tax of the next charge is named', async () => {
    const { preview } = server.world;
    const lines = [
      ...preview.lines,
      { kind: 'discount' as const, amount: eur(-7_800) },
      { kind: 'tax' as const, amount: eur(5_415) },
    ];
    const parts = {
      discount: eur(7_800),
      tax: eur(5_415),
      next: eur(46_410),
      next_tax: eur(7_410),
    };
    server.world.preview = { ...preview, ...parts, lines, due_now: eur(34_015) };
    await visit(plans, server, monthlyYearly);
    await press(yearly);
    await press(toYear);
    expect((await figures()).slice(2)).toEqual([
      'Discount−€78.00',
      'Tax€54.15',
      'Due today€340.15',
    ]);
    const then = 'Then €464.10 on Nov 28, 2027, including €74.10 tax';
    expect(screen.getByText(then)).toBeTruthy();
  });

  it('in a trial: charges nothing now, and does not say that the year was paid', async () => {
    const { world } = server;
    const trial_end = '2026-12-08T10:00:00.000Z';
    world.subscription = { ...world.subscription, trial_end };
    world.summary = { ...world.summary, trial_end };
    const running = { next_at: trial_end, running_trial_end: trial_end };
    const free = { kind: 'trial', amount: eur(0), plan_id: 'pro' } as const;
    const period = { start: '2026-11-24T10:00:00.000Z', end: trial_end };
    const lines = [{ ...free, period }];
    world.preview = { ...world.preview, due_now: eur(0), lines, ...running };
    await visit(plans, server, monthlyYearly);
    await press(yearly);
    await press(toYear);
    expect(await figures()).toEqual(['Free trial until Dec 8€0.00', 'Due today€0.00']);
    expect(screen.getByText('Then €390.00 on Dec 8')).toBeTruthy();
  });

  it('year to month: says what is kept, and that nothing is paid now', async () => {
    const { world } = server;
    world.subscription = { ...world.subscription, frequency: 'year' };
    world.summary = { ...world.summary, price: eur(39_000), frequency: 'year' };
    const free = { due_now: eur(0), credit: eur(30_000), next: eur(0), next_tax: undefined };
    world.preview = { ...world.preview, ...free, next_at: '2026-12-28T10:00:00.000Z' };
    await visit(plans, server, monthlyYearly);
    await press('Monthly');
    await press('Switch to monthly');
    expect((await figures()).at(-1)).toBe('Due today€0.00');
    expect(screen.getByText('Then €0.00 on Dec 28, after your credit')).toBeTruthy();
    expect(screen.getByText('Later renewals: €39.00 per month')).toBeTruthy();
    await press('Switch to monthly');
    expect(await screen.findByText('You’re on Pro (monthly).')).toBeTruthy();
  });

  it('together with the plan: names both', async () => {
    await visit(plans, server, monthlyYearly);
    await press(yearly);
    await press('Upgrade to plans.enterprise.title');
    const name = 'Pro (monthly) to plans.enterprise.title (yearly)';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
    await press('Confirm and pay €364.00');
    await screen.findByText('You’re on plans.enterprise.title (yearly). Thank you, Ada.');
    expect(server.calls('changeSubscriptionPlan')).toMatchObject([
      { planId: 'enterprise', frequency: 'year', currency: 'eur' },
    ]);
  });

  it('back to the plans: keeps the period', async () => {
    await visit(`${plans}?plan=pro&frequency=year&currency=eur`, server, monthlyYearly);
    await user.click(await screen.findByRole('link', { name: 'Back to plans' }));
    const button = await screen.findByRole('button', { name: yearly });
    expect(button.getAttribute('aria-pressed')).toBe('true');
  });

  it('says how many days are left of the month', async () => {
    const { world } = server;
    const date = new Date(Date.now() + 20 * 86_400_000).toISOString();
    const next_invoice = world.summary.next_invoice && { ...world.summary.next_invoice, date };
    world.summary = { ...world.summary, next_invoice };
    await visit(`${plans}?plan=enterprise`, server, monthlyYearly);
    const text = 'Starts today, 20 days left in this billing month.';
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('counts no days of a month that ends with the change', async () => {
    await visit(`${plans}?plan=pro&frequency=year`, server, monthlyYearly);
    expect(await screen.findByText('Starts today.')).toBeTruthy();
  });

  it('by way of a plan without that period, back to the plans: keeps the period', async () => {
    await visit(plans, server, monthlyYearly);
    await press(yearly);
    await press('Downgrade to Free');
    await user.click(await screen.findByRole('link', { name: 'Back to plans' }));
    const button = await screen.findByRole('button', { name: yearly });
    expect(button.getAttribute('aria-pressed')).toBe('true');
  });

  it('with the present price in the address: choosing another period shows its prices first', async () => {
    await visit(`${plans}?plan=pro&frequency=month`, server, monthlyYearly);
    await press(yearly);
    expect(await screen.findByRole('button', { name: toYear })).toBeTruthy();
    expect(server.calls('previewPlanChange')).toEqual([]);
  });
});

describe.each([
  ['month', 'per month', 'Spending, last 12 months', 'the end of the paid month'],
  ['year', 'per year', 'Spending, last 12 months', 'the end of the paid year'],
] as const)('a project paid by the %s', (frequency, per, spend, end) => {
  beforeEach(() => {
    const { world } = server;
    world.subscription = { ...world.subscription, frequency };
    world.summary = { ...world.summary, frequency };
    world.spending = { ...world.spending, currency: 'eur', per: 'month' };
    const listed = { ...world.subscription, price: eur(3_900) };
    server.answers['GET /v1/subscriptions'] = () => Response.json({ subscriptions: [listed] });
  });

  it.each([
    ['/subscription/s1', /^€39\.00 per/],
    [billing, /^€39\.00 per/],
  ])('%s says so', async (path, price) => {
    await visit(path, server, monthlyYearly);
    const [text] = await screen.findAllByText(price);
    expect(text?.textContent).toContain(per);
    expect(document.body.textContent).not.toMatch(/week/);
  });

  it('the dashboard shows what is charged next, without a period', async () => {
    await visit('/dashboard', server, monthlyYearly);
    expect(await screen.findByText(/€39\.00$/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/week/);
  });

  it('shows its spending by months, and of a year what a month costs', async () => {
    await visit(billing, server, monthlyYearly);
    const region = within(await screen.findByRole('region', { name: spend }));
    expect(await region.findAllByRole('img', { name: 'Sep ’26 €0.00' })).not.toEqual([]);
    const [month] = region.queryAllByText('€3.25 a month, billed yearly');
    expect(month !== undefined).toBe(frequency === 'year');
  });

  it('says at which end it does not wait to be canceled', async () => {
    await visit(`${billing}/cancel`, server, monthlyYearly);
    expect(await screen.findByText(`The project ends today, not at ${end}.`)).toBeTruthy();
  });
});

it('price that the configuration does not have: is shown without a period', async () => {
  const { world } = server;
  world.summary = { ...world.summary, frequency: null };
  await visit(billing, server, monthlyYearly);
  const summary = within(await screen.findByRole('region', { name: 'Billing summary' }));
  await waitFor(() => expect(summary.getByText('€39.00')).toBeTruthy());
});

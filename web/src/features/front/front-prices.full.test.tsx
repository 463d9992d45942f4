import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { monthlyYearly, testConfig } from '../../../test/test-config.ts';
import { createFakeServer, deadline, visit } from '../../../test/visit.tsx';

const user = userEvent.setup();
let server = createFakeServer();

beforeEach(() => {
  server = createFakeServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server.documents.mockImplementation(async (url) =>
    Response.json(
      String(url) === '/v1/invites'
        ? { invites: [], hidden: 0, nextPageToken: null }
        : { subscriptions: [] },
    ),
  );
});
afterEach(() => void vi.restoreAllMocks());

async function card(plan: string) {
  const title = await screen.findByRole('heading', { name: plan }, deadline);
  return within(title.closest('li') ?? document.body);
}
const hrefOf = async (name: string) =>
  (await screen.findByRole('link', { name }, deadline)).getAttribute('href');
const at = () => `${location.pathname}${location.search}`;
const period = (name: string) => screen.findByRole('button', { name }, deadline);
const yearly = 'Yearly 2 months free';

describe('plans that are paid by month or year', () => {
  it('shows the month first, and what the year saves', async () => {
    await visit('/pricing', server, monthlyYearly);
    const pro = await card('Pro');
    expect(pro.getByText('$40').parentElement?.textContent).toBe('$40per month');
    const group = within(screen.getByRole('group', { name: 'Billing period' }));
    const pressed = group
      .getAllByRole('button')
      .map((button) => [button.textContent, button.getAttribute('aria-pressed')]);
    expect(pressed).toEqual([
      ['Monthly', 'true'],
      [yearly, 'false'],
    ]);
    expect(screen.getByLabelText('Currency')).toHaveProperty('value', 'usd');
    expect(await hrefOf('Choose Pro')).toBe('/signup?plan=pro&frequency=month&currency=usd');
    expect(await hrefOf('Start for free')).toBe('/signup?plan=free');
  });

  it('year chosen by keyboard: every card shows it, and the way to the plan keeps it', async () => {
    await visit('/pricing', server, monthlyYearly);
    (await period('Monthly')).focus();
    await user.tab();
    expect(document.activeElement).toBe(await period(yearly));
    await user.keyboard('{Enter}');
    expect((await period(yearly)).getAttribute('aria-pressed')).toBe('true');
    const pro = await card('Pro');
    expect(pro.getByText('$33.33').parentElement?.textContent).toBe('$33.33a month, billed $400');
    const free = await card('Free');
    expect(free.getByText('$0').parentElement?.textContent).toBe('$0per year');
    expect(await hrefOf('Choose Pro')).toBe('/signup?plan=pro&frequency=year&currency=usd');
    expect(at()).toBe('/pricing?frequency=year');
  });

  it('currency chosen: every price is in it', async () => {
    await visit('/pricing?frequency=year', server, monthlyYearly);
    await user.selectOptions(await screen.findByLabelText('Currency', {}, deadline), 'EUR · Euro');
    expect((await card('Pro')).getByText('€32.50')).toBeTruthy();
    expect((await card('Free')).getByText('€0')).toBeTruthy();
    expect(await hrefOf('Choose Pro')).toBe('/signup?plan=pro&frequency=year&currency=eur');
  });

  it('visitor from a euro country: sees euros first', async () => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
    await visit('/pricing', server, monthlyYearly);
    expect((await card('Pro')).getByText('€39')).toBeTruthy();
    expect(screen.getByLabelText('Currency')).toHaveProperty('value', 'eur');
  });

  it('savings differ: each plan says its own, once it is chosen', async () => {
    const plans = monthlyYearly.plans.map((plan) =>
      plan.id === 'enterprise'
        ? { ...plan, prices: plan.prices.map((price) => ({ ...price, amount: 12_345 })) }
        : plan,
    );
    await visit('/pricing', server, { ...monthlyYearly, plans });
    expect((await card('Pro')).queryByText('2 months free')).toBeNull();
    await user.click(await period('Yearly'));
    expect((await card('Pro')).getByText('2 months free')).toBeTruthy();
    expect((await card('plans.enterprise.title')).getByText('11 months free')).toBeTruthy();
  });

  it('price that cannot be sold now: only that one leads nowhere', async () => {
    const plans = monthlyYearly.plans.map((plan) => ({
      ...plan,
      prices: plan.prices.map((price) => ({ ...price, forSale: price.frequency !== 'year' })),
    }));
    await visit('/pricing', server, { ...monthlyYearly, plans });
    expect(await hrefOf('Choose Pro')).toContain('frequency=month');
    await user.click(await period(yearly));
    expect((await card('Pro')).getByText('Not available right now')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Choose Pro' })).toBeNull();
  });

  it('chosen before sign-up: is there after it', async () => {
    await visit('/pricing?frequency=year&currency=eur', server, monthlyYearly);
    await user.click(await screen.findByRole('link', { name: 'Choose Pro' }, deadline));
    await user.type(await screen.findByLabelText('Full name', {}, deadline), 'Ada');
    await user.type(screen.getByLabelText('Email'), 'ada@x.example');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(await screen.findByRole('button', { name: 'Pay €390.00' }, deadline)).toBeTruthy();
    expect(at()).toBe('/create-plan?plan=pro&frequency=year&currency=eur');
  });

  it('chosen on the landing page: is kept by the link to the plans', async () => {
    await visit('/', server, { ...monthlyYearly, landing: true });
    await user.click(await period(yearly));
    expect(await hrefOf('Plans')).toBe('/pricing?frequency=year');
  });

  it('chosen on the landing page: the example of a change and of a failed payment have it too', async () => {
    const plans = monthlyYearly.plans.map((plan) => ({
      ...plan,
      prices: [{ ...plan.prices[0], amount: 100, legacy: true }, ...plan.prices],
    })) as typeof monthlyYearly.plans;
    await visit('/', server, { ...monthlyYearly, plans, landing: true });
    expect(await screen.findByText('$40.00 paid', {}, deadline)).toBeTruthy();
    await user.click(await period(yearly));
    expect(await screen.findByText('$400.00 paid')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Currency'), 'EUR · Euro');
    expect(await screen.findByText('€390.00 was not paid')).toBeTruthy();
    expect(screen.getByText('-€195.00')).toBeTruthy();
    expect(screen.getByText('€355.00')).toBeTruthy();
  });

  it('landing page: promises no week', async () => {
    await visit('/', server, { ...monthlyYearly, landing: true });
    await period(yearly);
    expect(document.body.textContent).toContain('Change your plan at any time.');
    expect(document.body.textContent).not.toMatch(/week/);
  });
});

describe('plans with one price each', () => {
  it.each(['/', '/pricing'])('%s: leaves no choice, and says the week', async (path) => {
    await visit(path, server, { ...testConfig, landing: true });
    const pro = await card('Pro');
    expect(pro.getByText('$10').parentElement?.textContent).toBe('$10per week');
    expect(screen.queryByRole('group', { name: 'Billing period' })).toBeNull();
    expect(screen.queryByLabelText('Currency')).toBeNull();
  });
});

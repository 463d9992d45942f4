import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createConsoleServer } from '../../../../test/console-server.ts';
import { press, user } from '../../../../test/person.ts';
import { deny } from '../../../../test/team-server.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

const revenueCall = 'GET /v1/operator/revenue';
const rowsCall = 'GET /v1/operator/revenue/rows';

const month = {
  month: '2026-10',
  mrr_before: 0,
  new: 4_333.333,
  reactivation: 0,
  expansion: 0,
  contraction: 0,
  churn: 0,
  mrr: 4_333.333,
  paying: 1,
  paid: 4_760,
  paid_outside: 0,
  refunded: 1_000,
  disputed: 0,
  failed_invoices: 0,
  failed: 0,
  recovered_invoices: 0,
  recovered: 0,
  tax: 760,
  taxes: [
    {
      group: 'DE//19/',
      country: 'DE',
      state: null,
      rate: 19,
      reverse_charge: false,
      taxable: 4_000,
      tax: 760,
      invoices: 1,
    },
  ],
};
const later = { ...month, month: '2026-11', new: 0, churn: 1_000, mrr: 3_333.333 };

const ofCurrency = (currency: string) => ({
  currency,
  months: [month, later],
  plans: [{ group: 'pro/week', plan_id: 'pro', frequency: 'week', projects: 1, mrr: 3_333.333 }],
  owing: 0,
  owed: 0,
});
const revenue = {
  currencies: [ofCurrency('eur'), ofCurrency('usd')],
  trials: [{ month: '2026-11', begun: 4, stayed: 1 }],
  trials_running: 2,
};

let server = createConsoleServer();

beforeEach(() => {
  server = createConsoleServer();
  server.answers[revenueCall] = () => Response.json(revenue);
  localStorage.setItem('i18nextLng', 'en');
});

async function open(query = '') {
  await visit(`/operator/business${query}`, server);
  return await screen.findByRole('heading', { level: 1 }, deadline);
}

const section = async (currency: string) =>
  within(await screen.findByRole('region', { name: new RegExp(`^${currency}`) }, deadline));

describe('the business', () => {
  it('shows each currency by itself, with a definition beside each figure', async () => {
    await open();
    const usd = await section('USD');
    const eur = await section('EUR');
    expect(usd.getAllByText('$33.33').length).toBeGreaterThan(0);
    expect(eur.getAllByText('€33.33').length).toBeGreaterThan(0);
    expect(eur.queryByText(/\$/)).toBeNull();
    expect(usd.getByText(/^Monthly recurring revenue/)).toBeTruthy();
    // $47.60 paid, less $10.00 that went back.
    expect(usd.getAllByText('$37.60').length).toBeGreaterThan(0);
  });

  it('adds the tax of the shown months up by country and rate', async () => {
    await open();
    const usd = await section('USD');
    const table = within(usd.getByRole('table', { name: 'Tax by country and rate, USD' }));
    expect(table.getByRole('rowheader').textContent).toBe('Germany');
    expect(table.getByText('$80.00')).toBeTruthy();
    const link = table.getByRole('link', { name: 'Germany, 19 %, Tax, $15.20: show the rows' });
    const { search } = new URL(link.getAttribute('href') ?? '', 'https://x.example');
    expect(Object.fromEntries(new URLSearchParams(search))).toMatchObject({
      figure: 'tax',
      currency: 'usd',
      group: 'DE//19/',
    });
  });

  it('leads through the movements month by month, and says their values', async () => {
    await open();
    const usd = await section('USD');
    const chart = within(usd.getByRole('group', { name: /^Movements of MRR, USD/ }));
    const [first, last] = chart.getAllByRole('img');
    expect(last?.tabIndex).toBe(0);
    last?.focus();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(first);
    const text = 'Oct ’26: New $43.33, Expansion $0.00, Contraction $0.00, Churn $0.00';
    expect(first?.getAttribute('aria-label')).toBe(text);
    expect(usd.getByText(text)).toBeTruthy();
  });

  it('lists the rows behind a figure, with the way to the project and to the next page', async () => {
    const row = { subscription_id: 's1', name: 'Acme', plan_id: 'pro', frequency: 'week' };
    server.answers[rowsCall] = () =>
      Response.json({ rows: [{ ...row, before: 0, after: 4_333.333 }], total: 51 });
    await open('?figure=new&month=2026-11&currency=usd');
    const link = await screen.findByRole('link', { name: 'Acme' }, deadline);
    expect(link.getAttribute('href')).toBe('/operator/projects/s1');
    expect(screen.getByText('$43.33')).toBeTruthy();
    await press('Next page');
    await waitFor(() =>
      expect(server.documents.mock.calls.map(([url]) => String(url)).at(-1)).toContain('page=2'),
    );
  });

  it('closes when the role is taken away', async () => {
    server.answers[rowsCall] = () => {
      server.answers['GET /v1/operator'] = deny('request/unknown-path');
      return deny('request/unknown-path')();
    };
    await open('?figure=new&month=2026-11&currency=usd');
    await screen.findByText('This page doesn’t exist', undefined, deadline);
  });

  it('says what a role without the right may not see', async () => {
    server.answers['GET /v1/operator'] = () => Response.json({ role: 'support' });
    await open();
    expect(screen.getByText('Your role cannot see these figures')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Business' })).toBeNull();
  });

  it('says when nothing has been sold', async () => {
    server.answers[revenueCall] = () =>
      Response.json({ currencies: [], trials: [], trials_running: 0 });
    await open();
    await screen.findByText('Nothing has been sold yet', undefined, deadline);
  });
});

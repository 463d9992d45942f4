import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createBillingServer } from '../../../../test/billing-server.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

let server = createBillingServer();

beforeEach(() => {
  server = createBillingServer();
  localStorage.setItem('i18nextLng', 'en');
});

async function spend() {
  await visit('/subscription/s1/billing', server);
  const name = 'Spending, last 12 weeks';
  const part = within(await screen.findByRole('region', { name }, deadline));
  await part.findByRole('heading', { name: 'Spending' }, deadline);
  return part;
}

it('project as old as the first week: says the sum and the average, and which bar is this week', async () => {
  const create_time = '2026-03-02T10:00:00.000Z';
  server.world.subscription = { ...server.world.subscription, create_time };
  const part = await spend();
  expect(part.getByText('$30.00 in 12 weeks, $2.50 on average')).toBeTruthy();
  expect(part.getByText('this week')).toBeTruthy();
});

it('younger project: says the sum alone', async () => {
  const part = await spend();
  expect(part.getByText('$30.00 in 12 weeks')).toBeTruthy();
});

it('open invoice: names it, and the bar that is not paid', async () => {
  const { spending } = server.world;
  const [last = expect.fail(), ...others] = spending.periods.toReversed();
  const periods = [...others.toReversed(), { ...last, paid: 0, unpaid: 1_000 }];
  server.world.spending = { ...spending, periods };
  const part = await spend();
  expect(part.getByText('$10.00 not paid', { selector: 'span' })).toBeTruthy();
  expect(part.getByText('not paid')).toBeTruthy();
});

it('currency of three decimals: the grid says the same sums as the bars', async () => {
  const { spending } = server.world;
  const periods = spending.periods.map((period) => ({ ...period, paid: 18_000 }));
  server.world.spending = { ...spending, currency: 'kwd', periods };
  const part = await spend();
  expect(part.getByText(/^KWD.20$/)).toBeTruthy();
  expect(part.getByText(/^KWD.10$/)).toBeTruthy();
});

it('year in a currency of whole coins: a month is a sum that can be paid', async () => {
  const price = { amount: 1_000_000, currency: 'isk' };
  server.world.summary = { ...server.world.summary, frequency: 'year', price };
  const part = await spend();
  expect(part.getByText(/^ISK.833 a month, billed yearly$/)).toBeTruthy();
});

it('arrow with Alt, which goes back in the browser: the bars leave it alone', async () => {
  const part = await spend();
  const bar = part.getAllByRole('img').find(({ tabIndex }) => tabIndex === 0) ?? expect.fail();
  bar.focus();
  for (const key of ['altKey', 'ctrlKey', 'metaKey']) {
    expect(fireEvent.keyDown(bar, { key: 'ArrowLeft', [key]: true })).toBe(true);
  }
  expect(document.activeElement).toBe(bar);
  expect(fireEvent.keyDown(bar, { key: 'ArrowLeft' })).toBe(false);
  expect(document.activeElement).not.toBe(bar);
});

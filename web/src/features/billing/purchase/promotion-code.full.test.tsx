import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fillIn } from '../../../../test/payer.ts';
import { createPaymentServer } from '../../../../test/payment-server.ts';
import { press, user } from '../../../../test/person.ts';
import { monthlyYearly } from '../../../../test/test-config.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createPaymentServer();

beforeEach(() => {
  server = createPaymentServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const usd = (amount: number) => ({ amount, currency: 'usd' });
const withCodes = { ...monthlyYearly, billing: { cancel: 'now' as const, promotionCodes: true } };
const pro = '/create-plan?plan=pro&frequency=month&currency=usd';

async function apply(code: string) {
  await press('Have a code?');
  await user.type(screen.getByLabelText('Promotion code'), code);
  await press('Apply code');
}

describe('a promotion code', () => {
  it('is not asked for if the configuration has none', async () => {
    await visit(pro, server, monthlyYearly);
    expect(await screen.findByRole('button', { name: 'Pay $40.00' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Have a code?' })).toBeNull();
  });

  it('lowers the sum of the button, and goes along with the purchase', async () => {
    await visit(pro, server, withCodes);
    await apply(' half ');
    expect(await screen.findByText('HALF: −$20.00, then $40.00 per month')).toBeTruthy();
    const price = { planId: 'pro', frequency: 'month', currency: 'usd', promotionCode: 'half' };
    expect(server.sent('previewPurchase')).toContainEqual(price);
    const summary = within(screen.getByRole('region', { name: 'Summary' }));
    await summary.findByText('Discount');
    const rows = summary.getAllByRole('term').map((term) => term.parentElement?.textContent);
    expect(rows).toEqual(['Pro until Dec 21$40.00', 'Discount−$20.00', 'Due today$20.00']);

    await fillIn();
    await press('Pay $20.00');
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    expect(server.sent('createSubscription')).toEqual([expect.objectContaining(price)]);
    expect(await screen.findByText(/^We charged \$20\.00 to /)).toBeTruthy();
  });

  it.each([
    {
      lasts: { duration: 'repeating', months: 3 },
      next: 3_200,
      words: 'FIRST20: −$8.00 per month for 3 months, then $40.00 per month',
    },
    {
      lasts: { duration: 'repeating', months: 1 },
      next: 4_000,
      words: 'FIRST20: −$8.00, then $40.00 per month',
    },
    {
      lasts: { duration: 'forever', months: null },
      next: 3_200,
      words: 'FIRST20: −$8.00 per month',
    },
  ] as const)('says how long it lasts: $words', async ({ lasts, next, words }) => {
    server.state.purchase = {
      ...server.state.purchase,
      discount: usd(800),
      due_now: usd(3_200),
      next: usd(next),
      promotion: { code: 'FIRST20', percent_off: 20, amount_off: null, ...lasts },
    };
    await visit(pro, server, withCodes);
    await apply('FIRST20');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pay $32.00' })).toBeTruthy();
  });

  it('in Chinese says it in Chinese', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    await visit(pro, server, withCodes);
    await press('有优惠码？');
    await user.type(screen.getByLabelText('优惠码'), 'HALF');
    await press('使用优惠码');
    expect(await screen.findByText('HALF：−$20.00，之后每月 $40.00')).toBeTruthy();
  });

  it('that is invalid says so under the field, and the price stays', async () => {
    server.state.refusals = { previewPurchase: { code: 'billing/code-invalid' } };
    await visit(pro, server, withCodes);
    await apply('NOPE');
    expect(await screen.findByText(/^This code does not apply here\./)).toBeTruthy();
    const field = screen.getByLabelText('Promotion code');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('button', { name: 'Pay $40.00' })).toBeTruthy();
  });

  it('is applied with Enter, which does not pay', async () => {
    await visit(pro, server, withCodes);
    await press('Have a code?');
    await user.type(screen.getByLabelText('Promotion code'), '{Enter}');
    expect(await screen.findByText('Enter the code.')).toBeTruthy();
    await user.type(screen.getByLabelText('Promotion code'), 'HALF{Enter}');
    expect(await screen.findByText(/^HALF: −\$20\.00/)).toBeTruthy();
    expect(server.sent('createSubscription')).toEqual([]);
  });

  it.each([
    ['while a word is being written', { isComposing: true }],
    ['as Safari reports it after the word', { keyCode: 229 }],
  ])('is not applied by an Enter of an input method, %s', async (_, key) => {
    await visit(pro, server, withCodes);
    await press('Have a code?');
    const field = screen.getByLabelText('Promotion code');
    await user.type(field, 'HALF');
    expect(fireEvent.keyDown(field, { key: 'Enter', ...key })).toBe(false);
    expect(server.sent('previewPurchase').filter(({ promotionCode }) => promotionCode)).toEqual([]);
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
    expect(await screen.findByText(/^HALF: −\$20\.00/)).toBeTruthy();
  });

  it('is removed again', async () => {
    await visit(pro, server, withCodes);
    await apply('HALF');
    await press('Remove code');
    expect(await screen.findByRole('button', { name: 'Pay $40.00' })).toBeTruthy();
  });
});

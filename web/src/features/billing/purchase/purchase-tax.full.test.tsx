import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fillIn } from '../../../../test/payer.ts';
import { createPaymentServer } from '../../../../test/payment-server.ts';
import { pressOnceOn, user } from '../../../../test/person.ts';
import { taxed } from '../../../../test/test-config.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createPaymentServer();

const usd = (amount: number) => ({ amount, currency: 'usd' });
const eur = (amount: number) => ({ amount, currency: 'eur' });
const plain = { discount: usd(0), promotion: null, next_at: '2026-12-21T10:00:00.000Z' };
const month = {
  kind: 'plan' as const,
  amount: usd(4_000),
  plan_id: 'pro',
  period: { start: '2026-11-21T10:00:00.000Z', end: '2026-12-21T10:00:00.000Z' },
};
/** 40.00 a month, before the place is known. */
const unknown = {
  ...plain,
  subtotal: usd(4_000),
  tax: null,
  tax_included: false,
  reverse_charge: false,
  total: usd(4_000),
  due_now: usd(4_000),
  lines: [month],
  next: usd(4_000),
  next_tax: null,
};
const taxOf760 = {
  ...unknown,
  tax: usd(760),
  total: usd(4_760),
  due_now: usd(4_760),
  lines: [month, { kind: 'tax' as const, amount: usd(760) }],
  next: usd(4_760),
  next_tax: usd(760),
};

beforeEach(() => {
  server = createPaymentServer();
  server.state.purchase = unknown;
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const pro = '/create-plan?plan=pro&frequency=month&currency=usd';
/** A button that pays is off until the tax of what was typed is known. */
const pay = (name: string) => screen.findByRole('button', { name });
const summary = async () => within(await screen.findByRole('region', { name: 'Summary' }));
const asked = () => server.sent('previewPurchase').at(-1);

describe('plans whose taxes are computed', () => {
  it.each([
    ['en', 'usd', 'per month plus tax'],
    ['en', 'eur', 'per month incl. tax'],
    ['zh', 'usd', '每月，另加税'],
    ['zh', 'eur', '每月，含税'],
  ])('say so beside the price: %s, %s', async (language, currency, words) => {
    localStorage.setItem('i18nextLng', language);
    await visit(`/create-plan?frequency=month&currency=${currency}`, server, taxed);
    expect((await screen.findAllByText(words)).length).toBe(2);
  });
});

describe('the billing step if taxes are computed', () => {
  it('asks for the place first: the button names no final sum before', async () => {
    await visit(pro, server, taxed);
    expect(await pay('Pay $40.00 plus tax')).toBeTruthy();
    const shown = await summary();
    expect(await shown.findByText('Tax is added once your address is complete.')).toBeTruthy();
    const place = { country: 'US', postal_code: '' };
    await waitFor(() => expect(asked()).toMatchObject({ planId: 'pro', address: place }));
  });

  it('shows the tax as soon as the place is known, and pays that sum', async () => {
    await visit(pro, server, taxed);
    await pay('Pay $40.00 plus tax');
    server.state.purchase = taxOf760;
    await fillIn({ country: 'DE' });
    expect(await pay('Pay $47.60')).toBeTruthy();
    const shown = await summary();
    const rows = shown.getAllByRole('term').map((term) => term.parentElement?.textContent);
    expect(rows).toEqual(['Pro until Dec 21$40.00', 'Tax$7.60', 'Due today$47.60']);
    expect(shown.getByText('Then $47.60 on Dec 21, including $7.60 tax')).toBeTruthy();
    await waitFor(() =>
      expect(asked()).toMatchObject({
        address: { country: 'DE', postal_code: '10117', city: 'Berlin' },
      }),
    );
    await pressOnceOn('Pay $47.60');
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    expect(await screen.findByText(/^We charged \$47\.60 to /)).toBeTruthy();
  });

  it('with a trial asks once while no place is typed, and shows the first payment with its tax', async () => {
    const trial_end = '2026-12-06T10:00:00.000Z';
    const inTrial = { ...unknown, due_now: usd(0), total: usd(0), next_at: trial_end, trial_end };
    server.state.purchase = inTrial;
    const trial = { days: 14, card: true };
    const plans = taxed.plans.map((plan) => (plan.id === 'pro' ? { ...plan, trial } : plan));
    await visit(pro, server, { ...taxed, plans });
    await pay('Start the free trial');
    server.state.purchase = { ...inTrial, tax: usd(0), next: usd(4_760) };
    await fillIn({ country: 'DE' });
    const then = '14 days free, then $47.60 per month from Dec 6, 2026.';
    expect(await (await summary()).findByText(then)).toBeTruthy();
    const withoutPlace = server.sent('previewPurchase').filter(({ address }) => !address);
    // Strict mode, which production does without, mounts the page twice.
    expect(withoutPlace).toHaveLength(2);
  });

  it('takes a VAT ID, a company and a PO number, and says who accounts for the tax', async () => {
    await visit(pro, server, taxed);
    await pay('Pay $40.00 plus tax');
    expect(screen.queryByLabelText('VAT ID (optional)')).toBeNull();
    await fillIn({ country: 'DE' });
    server.state.purchase = { ...unknown, tax: usd(0), reverse_charge: true };
    await user.type(screen.getByLabelText('Company name (optional)'), 'Ada GmbH');
    await user.type(screen.getByLabelText('VAT ID (optional)'), 'de 123 456 789');
    await user.type(screen.getByLabelText('PO number (optional)'), 'PO-7');
    const shown = await summary();
    expect(await shown.findByText(/^Reverse charge: your company accounts/)).toBeTruthy();
    await waitFor(() => expect(asked()).toMatchObject({ tax_id: 'DE123456789' }));
    await pressOnceOn('Pay $40.00');
    await waitFor(() => expect(server.sent('createSubscription')).toHaveLength(1));
    expect(server.sent('createSubscription')[0]).toMatchObject({
      dueNow: usd(4_000),
      billingInfo: {
        billingDetails: {
          company: 'Ada GmbH',
          tax_id: 'de 123 456 789',
          purchase_order: 'PO-7',
          address: { country: 'DE' },
        },
      },
    });
  });

  it('points at a VAT ID in a wrong form, and sends nothing', async () => {
    await visit(pro, server, taxed);
    await fillIn({ country: 'DE' });
    await user.type(screen.getByLabelText('VAT ID (optional)'), 'DE12');
    await pressOnceOn('Pay $40.00 plus tax');
    expect(await screen.findByText(/^This is not a tax ID of this country/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('VAT ID (optional)'));
    expect(server.sent('createSubscription')).toEqual([]);
  });

  it('names the tax inside a price that includes it', async () => {
    server.state.purchase = {
      ...unknown,
      subtotal: eur(3_900),
      tax: eur(623),
      tax_included: true,
      total: eur(3_900),
      due_now: eur(3_900),
      next: eur(3_900),
    };
    await visit(pro.replace('usd', 'eur'), server, taxed);
    expect(await pay('Pay €39.00')).toBeTruthy();
    expect(await (await summary()).findByText('Includes €6.23 tax.')).toBeTruthy();
  });

  it('says that no tax is known for the address, and keeps what was typed', async () => {
    server.state.refusals = { createSubscription: { code: 'billing/address-incomplete' } };
    await visit(pro, server, taxed);
    await fillIn({ country: 'DE' });
    await pressOnceOn('Pay $40.00 plus tax');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Taxes cannot be computed for this address.');
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Berlin');
  });
});

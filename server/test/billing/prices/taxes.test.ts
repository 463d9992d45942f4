import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';
import { atProvider, billingInfo, expectDone, settle } from '../support/payment-scenes.ts';
import { findCustomer, listAtStripe } from '../support/sandbox.ts';
import { buyTaxed, living, monthly, taxing } from '../support/tax-scenes.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const eur = (amount: number) => ({ amount, currency: 'eur' });
const placeOf = ({ address }: ReturnType<typeof living>) => ({
  country: address.country,
  postal_code: address.postal_code,
  state: address.state,
});

/** Sums are computed by hand: 40.00 a month in usd, 39.00 in eur with the tax inside. */
describe('taxes', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await createTestApp({ product: taxing });
  });
  beforeEach(async () => {
    ada = await createPerson(app);
  });
  afterAll(() => app.close());

  const ask = async (name: string, data: object, { idToken } = ada) =>
    expectDone(await callable(app, name, { data, idToken }));
  const preview = (data: object) => ask('previewPurchase', { ...monthly, ...data });
  const buy = async (details: object) =>
    String(expectDone(await buyTaxed(app, await createPerson(app), details)).subscriptionId);

  it('are added to the preview as soon as the place is known', async () => {
    expect(await preview({})).toMatchObject({
      subtotal: usd(4_000),
      tax: null,
      tax_included: false,
      due_now: usd(4_000),
    });
    const state = { country: 'US', state: 'NY' };
    expect(await preview({ address: state })).toMatchObject({ tax: null, total: usd(4_000) });
    // 8.875 % of 40.00.
    expect(await preview({ address: { ...state, postal_code: '10001' } })).toMatchObject({
      tax: usd(355),
      reverse_charge: false,
      total: usd(4_355),
      due_now: usd(4_355),
      next: usd(4_355),
    });
    // 39.00 / 1.19 is 32.77.
    expect(await preview({ currency: 'eur', address: { country: 'de' } })).toMatchObject({
      subtotal: eur(3_900),
      tax: eur(623),
      tax_included: true,
      due_now: eur(3_900),
    });
    // Half of 40.00, and 20 % of that.
    const half = { promotionCode: 'HALF', address: { country: 'FR' } };
    expect(await preview(half)).toMatchObject({
      discount: usd(2_000),
      tax: usd(400),
      due_now: usd(2_400),
      next: usd(4_800),
    });
  });

  it('are charged as the preview has shown, and at the renewal', async () => {
    const person = await createPerson(app);
    const details = living('DE');
    const shown = await preview({ address: placeOf(details) });
    expect(shown).toMatchObject({ due_now: usd(4_760), next: usd(4_760) });
    const bought = expectDone(await buyTaxed(app, person, details));
    const subscriptionId = String(bought.subscriptionId);
    expect((await atProvider(app, subscriptionId)).invoices).toMatchObject([
      { status: 'paid', due: 4_760, total: 4_760 },
    ]);
    const summary = await ask('getBillingSummary', { subscriptionId }, person);
    expect(summary).toMatchObject({
      price: usd(4_000),
      next_invoice: { total: usd(4_760), subtotal: usd(4_000), tax: usd(760), tax_included: false },
    });
    app.clock.advance(32 * 86_400_000);
    await settle(app);
    expect((await atProvider(app, subscriptionId)).invoices).toMatchObject([
      { due: 4_760 },
      { status: 'paid', due: 4_760 },
    ]);
  });

  it('of another place than the shown one: are refused, and nothing is bought', async () => {
    const person = await createPerson(app);
    const info = (country: string) => ({
      billingInfo: { ...billingInfo(), billingDetails: living(country) },
    });
    const purchase = (country: string, amount: number) => ({
      data: { ...monthly, ...info(country), dueNow: usd(amount) },
      idToken: person.idToken,
    });
    const refused = await callable(app, 'createSubscription', purchase('FR', 4_760));
    expectRefusal(refused, 'billing/preview-outdated');
    const half = { ...purchase('FR', 4_800).data, promotionCode: 'HALF', dueNow: usd(2_400) };
    expectDone(await callable(app, 'createSubscription', purchase('FR', 4_800)));
    await ask('createSubscription', half, person);
  });

  it('are 0 for a business of another country, which accounts for them', async () => {
    const shown = await preview({ address: { country: 'DE' }, tax_id: 'de 123.456.789' });
    expect(shown).toMatchObject({ tax: usd(0), reverse_charge: true, due_now: usd(4_000) });
    const subscriptionId = await buy(living('DE', { tax_id: 'DE123456789', company: 'Ada Ltd' }));
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices).toMatchObject([{ status: 'paid', due: 4_000 }]);
  });

  it('of a free project’s first payment follow the typed address', async () => {
    const person = await createPerson(app);
    const subscriptionId = await createFreeSubscription(app, person);
    const details = living('CH');
    const wanted = { ...monthly, subscriptionId };
    const shown = await ask('previewPlanChange', { ...wanted, address: placeOf(details) }, person);
    // 8.1 % of 40.00.
    expect(shown).toMatchObject({ due_now: usd(4_324), tax: usd(324), next: usd(4_324) });
    const info = { ...billingInfo(), billingDetails: details };
    const change = { ...wanted, billingInfo: info, preview: shown.preview };
    await ask('changeSubscriptionPlan', change, person);
    expect((await atProvider(app, subscriptionId)).invoices).toMatchObject([{ due: 4_324 }]);
  });

  it('of a plan change are shown and charged, less those of the unused time', async () => {
    const person = await createPerson(app);
    const bought = expectDone(await buyTaxed(app, person));
    const subscriptionId = String(bought.subscriptionId);
    const wanted = { subscriptionId, planId: 'pro', frequency: 'year' };
    const shown = await ask('previewPlanChange', wanted, person);
    // A year is 400.00; nearly all of the month goes back.
    const { tax, due_now: due } = shown as { tax: { amount: number }; due_now: { amount: number } };
    const subtotal = due.amount - tax.amount;
    expect(subtotal).toBeGreaterThanOrEqual(36_000);
    expect(Math.abs(tax.amount - subtotal * 0.19)).toBeLessThanOrEqual(1);
    await ask('changeSubscriptionPlan', { ...wanted, preview: shown.preview }, person);
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices.at(-1)).toMatchObject({ status: 'paid', due: due.amount });
  });
});

describe('a tax id, a company and a PO number', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ product: taxing });
  });
  afterAll(() => app.close());

  const details = living('DE');
  const ask = async (name: string, data: object, { idToken }: Pick<Person, 'idToken'>) =>
    expectDone(await callable(app, name, { data, idToken }));
  const bought = async (over: Readonly<Record<string, string>> = {}) => {
    const person = await createPerson(app);
    const answer = expectDone(await buyTaxed(app, person, { ...details, ...over }));
    return { person, subscriptionId: String(answer.subscriptionId) };
  };
  const taxIdsAt = async (subscriptionId: string) => {
    const customer = await findCustomer(app, subscriptionId);
    const ids = await listAtStripe(app, `/v1/customers/${customer?.id}/tax_ids`);
    return ids.map(({ type, value }) => [type, value]);
  };

  it('are saved, shown with the state of the look-up, kept by older clients and removed', async () => {
    const { person, subscriptionId } = await bought();
    const get = () => ask('getBillingDetails', { subscriptionId }, person);
    expect(await get()).toEqual({ ...details, address: { ...details.address, line2: '' } });
    const business = { company: ' Ada Ltd ', tax_id: '123 456 789', purchase_order: 'PO-7' };
    await ask('updateBillingDetails', { subscriptionId, ...details, ...business }, person);
    const saved = {
      company: 'Ada Ltd',
      tax_id: 'DE123456789',
      tax_id_status: 'verified',
      purchase_order: 'PO-7',
    };
    expect(await get()).toMatchObject(saved);
    expect(await taxIdsAt(subscriptionId)).toEqual([['eu_vat', 'DE123456789']]);

    await ask('updateBillingDetails', { subscriptionId, ...living('FR') }, person);
    expect(await get()).toMatchObject({ ...saved, address: { country: 'FR' } });
    const summary = await ask('getBillingSummary', { subscriptionId }, person);
    expect(summary).toMatchObject({ next_invoice: { total: usd(4_000), tax: usd(0) } });

    const norwegian = { tax_id: 'NO 923 609 016 MVA', tax_id_type: 'no_vat' };
    await ask('updateBillingDetails', { subscriptionId, ...details, ...norwegian }, person);
    expect(await get()).toMatchObject({ tax_id: '923609016MVA', tax_id_type: 'no_vat' });
    expect(await taxIdsAt(subscriptionId)).toEqual([['no_vat', '923609016MVA']]);

    const none = { company: '', tax_id: '', purchase_order: '' };
    await ask('updateBillingDetails', { subscriptionId, ...details, ...none }, person);
    expect(await get()).toMatchObject({ company: '', purchase_order: '' });
    expect(await get()).not.toHaveProperty('tax_id');
    expect(await taxIdsAt(subscriptionId)).toEqual([]);
  });

  it('of a declined purchase are not left for the next one', async () => {
    const person = await createPerson(app);
    const business = { ...details, tax_id: 'DE123456789', purchase_order: 'PO-7' };
    const data = {
      ...monthly,
      billingInfo: { ...billingInfo('pm_card_chargeCustomerFail'), billingDetails: business },
    };
    const declined = await callable(app, 'createSubscription', { data, ...person });
    expect(declined.statusCode).toBe(400);
    const { subscriptionId } = expectDone(await buyTaxed(app, person, details));
    expect(await taxIdsAt(String(subscriptionId))).toEqual([]);
    expect((await atProvider(app, String(subscriptionId))).invoices.at(-1)).toMatchObject({
      status: 'paid',
      due: 4_760,
    });
  });
});

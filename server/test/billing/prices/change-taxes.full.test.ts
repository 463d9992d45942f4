import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember } from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';
import { atProvider, billingInfo, dayMs, expectDone, passTime } from '../support/payment-scenes.ts';
import { findCustomer } from '../support/sandbox.ts';
import { buyTaxed, clearAddress, living, monthly, taxing, vague } from '../support/tax-scenes.ts';
import { createUnrulyProvider } from '../support/unruly-provider.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const newYork = living('US', { state: 'NY', postal_code: '10001' });
const german = { country: 'DE', postal_code: '10115', state: '' };
const free = { planId: 'free', currency: 'usd' };
const yearly = { ...monthly, frequency: 'year' } as const;

interface Scene {
  readonly subscriptionId: string;
  ada: Person;
}

/** Sums are computed by hand: Pro is 40.00 a month, on which Germany has 19 % and New York 8.875 %. */
describe('taxes of a plan change that brings another address', () => {
  const { steps, wrap } = createUnrulyProvider();
  let app: TestApp;
  beforeAll(async () => {
    const billing = { ...taxing.billing, downgrade: { cheaper: 'period-end' as const } };
    app = await createTestApp({ product: { ...taxing, billing }, payments: wrap });
  });
  beforeEach(() => steps.clear());
  afterAll(() => app.close());

  const ask = ({ subscriptionId, ada }: Scene, name: string, data: object = {}) =>
    callable(app, name, { data: { subscriptionId, ...data }, idToken: ada.idToken });
  const preview = async (scene: Scene, data: object) =>
    expectDone(await ask(scene, 'previewPlanChange', data));
  const change = (scene: Scene, data: object) => ask(scene, 'changeSubscriptionPlan', data);
  const typed = (details: object) => ({
    billingInfo: { ...billingInfo(), billingDetails: details },
  });
  const invoicesOf = async ({ subscriptionId }: Scene) =>
    (await atProvider(app, subscriptionId)).invoices;

  async function buy(details: object): Promise<Scene> {
    const ada = await createPerson(app);
    const { subscriptionId } = expectDone(await buyTaxed(app, ada, details));
    return { ada, subscriptionId: String(subscriptionId) };
  }

  /** A project that has paid for a month and is on Free, without credit. */
  async function onFree(details: object = newYork): Promise<Scene> {
    const scene = await buy(details);
    expectDone(await change(scene, free));
    scene.ada = await passTime(app, 32 * dayMs, scene.ada);
    return scene;
  }

  /** A project whose new owner has typed neither card nor address. */
  async function handedOver(): Promise<Scene> {
    const scene = await buy(living('DE'));
    const { subscriptionId } = scene;
    const grace = await createPerson(app, 'Grace');
    const { uid } = grace;
    await addMember(app, { subscriptionId, uid, permissions: ['access', 'admin'] });
    expectDone(await ask(scene, 'transferSubscriptionOwnership', { newOwnerId: uid }));
    return { subscriptionId, ada: await passTime(app, 0, grace) };
  }

  it.each([
    { name: 'another country', tax_id: undefined, due: 4_760, tax: 760 },
    { name: 'a business of another country', tax_id: 'DE123456789', due: 4_000, tax: 0 },
  ])('from Free, to $name: are shown for it, and charged as shown', async (wanted) => {
    const { tax_id, due, tax } = wanted;
    const scene = await onFree();
    expect(await preview(scene, monthly)).toMatchObject({ due_now: usd(4_355) });
    const shown = await preview(scene, { ...monthly, address: german, ...(tax_id && { tax_id }) });
    expect(shown).toMatchObject({ due_now: usd(due), tax: usd(tax), next: usd(due) });

    const info = typed(living('DE', tax_id ? { tax_id } : {}));
    expectDone(await change(scene, { ...monthly, ...info, preview: shown.preview }));
    expect((await invoicesOf(scene)).at(-1)).toMatchObject({ status: 'paid', due });
  });

  it('of another address than the one that was shown: are refused, and nothing is saved', async () => {
    const scene = await onFree();
    const before = await invoicesOf(scene);
    const shown = await preview(scene, monthly);
    const info = { ...typed(living('DE')), preview: shown.preview };
    expectRefusal(await change(scene, { ...monthly, ...info }), 'billing/preview-outdated');
    expect(await invoicesOf(scene)).toEqual(before);
    const details = expectDone(await ask(scene, 'getBillingDetails'));
    expect(details).toMatchObject({ address: { country: 'US' } });
  });

  it('that the provider computes otherwise once the address is saved: are refused before the charge', async () => {
    const scene = await onFree();
    const before = await invoicesOf(scene);
    const shown = await preview(scene, { ...monthly, address: german });
    let asked = 0;
    steps.set('previewChange', async (act) => {
      const cost = (await act()) as { dueNow: { amount: number; currency: string } };
      asked += 1;
      return asked === 1 ? cost : { ...cost, dueNow: usd(cost.dueNow.amount + 40) };
    });
    const info = { ...typed(living('DE')), preview: shown.preview };
    expectRefusal(await change(scene, { ...monthly, ...info }), 'billing/preview-outdated');
    expect(asked).toBe(2);
    expect(await invoicesOf(scene)).toEqual(before);
  });

  it('keep the VAT ID that the change leaves out', async () => {
    const scene = await onFree(living('DE', { tax_id: 'DE123456789' }));
    const shown = await preview(scene, { ...monthly, address: german });
    expect(shown).toMatchObject({ due_now: usd(4_000), reverse_charge: true });
    const info = { ...typed(living('DE')), preview: shown.preview };
    expectDone(await change(scene, { ...monthly, ...info }));
    expect((await invoicesOf(scene)).at(-1)).toMatchObject({ due: 4_000 });
  });

  it('with a new card: company, VAT ID and PO number stay as they are', async () => {
    const business = { company: 'Ada Ltd', tax_id: 'DE123456789', purchase_order: 'PO-7' };
    const scene = await buy(living('DE', business));
    expectDone(await change(scene, { ...yearly, ...typed(living('DE')) }));
    expect(expectDone(await ask(scene, 'getBillingDetails'))).toMatchObject({
      ...business,
      tax_id_status: 'verified',
    });
    expect(await findCustomer(app, scene.subscriptionId)).toMatchObject({
      name: 'Ada Ltd',
      invoice_settings: { custom_fields: [{ value: 'PO-7' }] },
    });
    expect((await invoicesOf(scene)).at(-1)).toMatchObject({ status: 'paid' });
  });

  it('after a transfer: are unknown until the new owner types an address, and then charged', async () => {
    const scene = await handedOver();
    expect(await preview(scene, yearly)).toMatchObject({ tax: null });
    const vagueInfo = { ...typed(vague), preview: (await preview(scene, yearly)).preview };
    expectRefusal(await change(scene, { ...yearly, ...vagueInfo }), 'billing/address-incomplete');

    const shown = await preview(scene, { ...yearly, address: { country: 'FR' } });
    const { due_now } = shown as { due_now: { amount: number } };
    const info = { ...typed(living('FR')), preview: shown.preview };
    expectDone(await change(scene, { ...yearly, ...info }));
    expect((await invoicesOf(scene)).at(-1)).toMatchObject({ due: due_now.amount });
  });

  it('that have stopped for want of an address: go on with that of the change', async () => {
    const scene = await buy(living('DE'));
    await clearAddress(app, scene.subscriptionId);
    scene.ada = await passTime(app, 32 * dayMs, scene.ada);
    expect((await invoicesOf(scene)).at(-1)).toMatchObject({ due: 4_000 });
    const shown = await preview(scene, { ...yearly, address: { country: 'FR' } });
    // 20 % of 400.00; the month before was charged without a tax.
    expect(shown.tax).toEqual(usd(8_000));
    const { due_now } = shown as { due_now: { amount: number } };
    const info = { ...typed(living('FR')), preview: shown.preview };
    expectDone(await change(scene, { ...yearly, ...info }));
    expect((await invoicesOf(scene)).at(-1)).toMatchObject({ due: due_now.amount });
    const summary = expectDone(await ask(scene, 'getBillingSummary'));
    expect(summary).toMatchObject({ next_invoice: { tax: usd(8_000) } });
    expect(summary).not.toHaveProperty('needs_tax_address');
  });

  it('after a transfer: hold back no change that waits for the end of the period', async () => {
    const scene = await handedOver();
    const shown = await preview(scene, free);
    expect(shown).toMatchObject({ when: 'period-end', tax: usd(0) });
    const answer = expectDone(await change(scene, { ...free, preview: shown.preview }));
    expect(answer).toMatchObject({ when: 'period-end' });
  });
});

it('taxes after a transfer: hold back no change to Free that takes effect at once', async () => {
  const app = await createTestApp({ product: taxing });
  const ada = await createPerson(app);
  const { subscriptionId } = expectDone(await buyTaxed(app, ada, living('DE')));
  const grace = await createPerson(app, 'Grace');
  const { uid, idToken } = grace;
  const of = { subscriptionId: String(subscriptionId) };
  await addMember(app, { ...of, uid, permissions: ['access', 'admin'] });
  const handover = { data: { ...of, newOwnerId: uid }, idToken: ada.idToken };
  expectDone(await callable(app, 'transferSubscriptionOwnership', handover));
  await passTime(app, 0, grace);

  const ask = (name: string, more: object = {}) =>
    callable(app, name, { data: { ...of, ...free, ...more }, idToken });
  const { due_now, preview } = expectDone(await ask('previewPlanChange'));
  expect(due_now).toEqual(usd(0));
  expectDone(await ask('changeSubscriptionPlan', { preview }));
  await app.close();
});

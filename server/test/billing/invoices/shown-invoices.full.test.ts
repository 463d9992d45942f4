import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFreeSubscription, document, expectRefusal } from '../../harness/wire-client.ts';
import { payWith } from '../../payment-provider/contract/steps.ts';
import type { ProviderRig } from '../../payment-provider/contract/suite.ts';
import { type StripeEmulator, startEmulator } from '../../payment-provider/stripe/emulator.ts';
import { readKept } from '../../payment-provider/stripe/state.ts';
import { billingInfo, dayMs, expectDone, weekMs } from '../support/payment-scenes.ts';
import { beginAtStripe, type StripeScene } from '../support/stripe-app.ts';

describe('the list of invoices', () => {
  let emulator: StripeEmulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator.stop());

  it('leaves out drafts of time without access, and shows the one that is paid in the end', async () => {
    const scene = await beginAtStripe(emulator);
    await payBy(scene, 'pm_card_chargeCustomerFail');
    await scene.pass(5 * weekMs);
    const kept = await readKept(emulator, 'invoice', scene.customerId);
    expect(kept.filter(({ status }) => status === 'draft').length).toBeGreaterThan(1);
    expect(await listShown(scene)).toEqual(['open', 'open', 'open', 'paid']);
    const draft = kept.findLast(({ status }) => status === 'draft')?.id;
    expect((await openPage(scene, draft)).statusCode).toBe(404);

    await payBy(scene, 'pm_card_visa');
    await scene.call('resumePayment');
    await scene.pass(60_000);
    expect(await listShown(scene)).toEqual(['paid', 'paid', 'paid', 'paid', 'paid']);
    expect((await openPage(scene, draft)).statusCode).toBe(200);
  });

  it('shows the draft of a renewal, which is charged within the hour', async () => {
    const scene = await beginAtStripe(emulator);
    await emulator.control('config', { draftMinutes: 60 });
    await scene.pass(weekMs + 60_000);
    expect(await listShown(scene)).toEqual(['draft', 'paid']);
    await emulator.control('config', { draftMinutes: 0 });
  });

  it('says of an open renewal that it is no longer collected, once the subscription has ended', async () => {
    const scene = await beginAtStripe(emulator);
    await payBy(scene, 'pm_card_chargeCustomerFail');
    await scene.pass(weekMs + 60_000);
    expect(await listShown(scene)).toEqual(['open', 'paid']);
    await emulator.control('config', { final: 'cancel' });
    await scene.pass(4 * weekMs);
    expect(await readStatus(scene)).toBe('canceled');
    const [, open] = await readKept(emulator, 'invoice', scene.customerId);
    expect(open).toMatchObject({ status: 'open' });
    expect(await listShown(scene)).toEqual([...Array(3).fill('uncollectible'), 'paid']);

    await scene.send(`/v1/invoices/${open?.id}/pay`, { paid_out_of_band: 'true' });
    await scene.pass(60_000);
    expect(await listShown(scene)).toEqual(['uncollectible', 'uncollectible', 'paid', 'paid']);
  });

  it.each([
    ['a plan change', 'pm_card_chargeCustomerFail'],
    ['a plan change that waits for the bank', 'pm_card_authenticationRequired'],
  ])('leaves out what %s that did not happen would have cost', async (_, card) => {
    const scene = await beginAtStripe(emulator);
    const change = { planId: 'enterprise', billingInfo: billingInfo(card) };
    await scene.ask('changeSubscriptionPlan', change);
    await scene.pass(dayMs);
    const statuses = (await readKept(emulator, 'invoice', scene.customerId)).map(
      (one) => one.status,
    );
    expect(statuses).toEqual(['paid', 'void']);
    expect(await listShown(scene)).toEqual(['paid']);
  });

  it('leaves out what a declined purchase of a free project would have cost', async () => {
    const scene = await beginAtStripe(emulator);
    const subscriptionId = await createFreeSubscription(scene.app, scene.owner());
    const bought = { subscriptionId, planId: 'pro' };
    const declined = { ...bought, billingInfo: billingInfo('pm_card_chargeCustomerFail') };
    const answer = await scene.ask('changeSubscriptionPlan', declined);
    expectRefusal(answer, 'billing/card-refused', 'Your card was declined.');
    await scene.pass(60_000);
    expect(await listShown(scene, subscriptionId)).toEqual([]);
    expectDone(
      await scene.ask('changeSubscriptionPlan', { ...bought, billingInfo: billingInfo() }),
    );
    await scene.pass(60_000);
    expect(await listShown(scene, subscriptionId)).toEqual(['paid']);
  });
});

const payBy = ({ provider, customerId }: StripeScene, card: string) =>
  payWith({ provider: provider() } as ProviderRig, customerId, card);

async function listShown(scene: StripeScene, id = scene.subscriptionId): Promise<string[]> {
  const answer = await document(
    scene.app,
    `GET /v1/subscriptions/${id}/invoices?pageSize=100`,
    scene.owner(),
  );
  const { invoices, total } = answer.json() as { invoices: { status: string }[]; total: number };
  expect(total).toBe(invoices.length);
  return invoices.map(({ status }) => status);
}

const openPage = ({ app, subscriptionId, owner }: StripeScene, id: string | undefined) =>
  document(app, `GET /v1/subscriptions/${subscriptionId}/invoices/${id}/link`, owner());

async function readStatus({ app, subscriptionId, owner }: StripeScene): Promise<string> {
  return (await document(app, `GET /v1/subscriptions/${subscriptionId}`, owner())).json().status;
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../harness/factories.ts';
import { hurryJobs } from '../../harness/hurry-jobs.ts';
import { callable, createPerson } from '../../harness/wire-client.ts';
import { type StripeEmulator, startEmulator } from '../../payment-provider/stripe/emulator.ts';
import { kindsMailed, lastMail } from '../support/money-mails.ts';
import { billingInfo, expectDone, settle, weekMs } from '../support/payment-scenes.ts';
import { beginAtStripe, type StripeScene } from '../support/stripe-app.ts';

const minuteMs = 60_000;

describe('a default card that is gone at the provider', () => {
  let emulator: StripeEmulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator.stop());

  async function listCards({ call }: StripeScene) {
    const { paymentMethods } = await call('getPaymentMethods');
    return paymentMethods as { id: string; isDefault: boolean; card: { last4: string } }[];
  }
  async function detachDefault(scene: StripeScene) {
    const card = (await listCards(scene)).find(({ isDefault }) => isDefault);
    await scene.send(`/v1/payment_methods/${card?.id}/detach`);
    return card;
  }
  /** Adds a card beside the one that is charged, as a person does. */
  const addOther = (scene: StripeScene, testId = 'pm_card_mastercard') =>
    scene.send(`/v1/payment_methods/${testId}/attach`, { customer: scene.customerId });
  const kinds = (scene: StripeScene) => kindsMailed(scene.app, scene.owner());

  it('gives way to the remaining one, which then pays', async () => {
    const scene = await beginAtStripe(emulator);
    await addOther(scene);
    await settle(scene.app);
    await detachDefault(scene);
    await settle(scene.app);
    expect(await listCards(scene)).toMatchObject([{ isDefault: true, card: { last4: '4444' } }]);
    expect(await scene.call('getBillingSummary')).toMatchObject({
      card: { last4: '4444' },
      needs_billing_info: false,
    });
    await scene.pass(weekMs + minuteMs);
    const charged = await scene.provider().readSubscription(scene.chargedId);
    expect(charged).toMatchObject({ status: 'active', latestInvoice: { status: 'paid' } });
    expect(await kinds(scene)).toEqual(['receipt', 'receipt']);
  });

  it('gives way to one that had been the default before', async () => {
    const scene = await beginAtStripe(emulator);
    const [first] = await listCards(scene);
    const other = await addOther(scene);
    await scene.call('setDefaultPaymentMethod', { paymentMethodId: other });
    await scene.call('setDefaultPaymentMethod', { paymentMethodId: first?.id });
    await settle(scene.app);
    await detachDefault(scene);
    await settle(scene.app);
    expect(await listCards(scene)).toMatchObject([{ id: other, isDefault: true }]);
    await addOther(scene, 'pm_card_visa');
    await settle(scene.app);
    await detachDefault(scene);
    await settle(scene.app);
    expect(await listCards(scene)).toMatchObject([{ isDefault: true, card: { last4: '4242' } }]);
  });

  it('is told to the owner once where none is left, and shown until there is one', async () => {
    const scene = await beginAtStripe(emulator);
    await detachDefault(scene);
    for (let time = 0; time < 3; time += 1) {
      await settle(scene.app);
      await scene.send(`/v1/customers/${scene.customerId}`, { 'metadata[time]': String(time) });
    }
    expect(await kinds(scene)).toEqual(['receipt', 'card-missing']);
    const { subject, text } = await lastMail(scene.app, scene.owner());
    expect(subject).toBe('Please add a card for your project at Hearth');
    expect(text).toContain('The next invoice is due on');
    const needs = { card: null, needs_billing_info: true, needs_card: true, needs_details: false };
    expect(await scene.call('getBillingSummary')).toMatchObject(needs);

    await addOther(scene);
    await settle(scene.app);
    const fine = { card: { last4: '4444' }, needs_billing_info: false, needs_card: false };
    expect(await scene.call('getBillingSummary')).toMatchObject(fine);
    await detachDefault(scene);
    await settle(scene.app);
    expect(await kinds(scene)).toEqual(['receipt', 'card-missing', 'card-missing']);
  });

  it('is told once where the other one goes too, before it has taken over', async () => {
    let isGone = false;
    const scene = await beginAtStripe(
      emulator,
      (real) =>
        new Proxy(real, {
          get(target, name, receiver) {
            const value: unknown = Reflect.get(target, name, receiver);
            if (name !== 'setDefaultCard' || isGone) {
              return value;
            }
            return async (card: Parameters<typeof target.setDefaultCard>[0]) => {
              isGone = true;
              await scene.send(`/v1/payment_methods/${card.cardId}/detach`);
              await target.setDefaultCard(card);
            };
          },
        }),
    );
    await addOther(scene);
    await settle(scene.app);
    await detachDefault(scene);
    await settle(scene.app);
    expect(isGone).toBe(true);
    await hurryJobs(scene.app.db);
    await settle(scene.app);
    expect(await kinds(scene)).toEqual(['receipt', 'card-missing']);
  });

  it('is nobody’s concern on the free plan, nor after a transfer, which removes it', async () => {
    const scene = await beginAtStripe(emulator);
    await scene.call('changeSubscriptionPlan', { planId: 'free' });
    await settle(scene.app);
    await detachDefault(scene);
    await settle(scene.app);
    expect(await kinds(scene)).toEqual(['receipt', 'plan-changed']);
    await scene.call('changeSubscriptionPlan', { planId: 'pro', billingInfo: billingInfo() });
    await settle(scene.app);

    const { app, subscriptionId } = scene;
    const grace = await createPerson(app, 'Grace');
    await addMember(app, { subscriptionId, uid: grace.uid, permissions: ['access', 'admin'] });
    await scene.call('transferSubscriptionOwnership', { newOwnerId: grace.uid });
    await settle(app);
    const data = { subscriptionId };
    const answer = await callable(app, 'getBillingSummary', { data, idToken: grace.idToken });
    expect(expectDone(answer)).toMatchObject({ card: null, needs_card: true, needs_details: true });
    expect(await kindsMailed(app, grace)).toEqual([]);
  });
});

import { expect } from 'vitest';
import { callable, createPerson, expectRefusal } from '../../harness/wire-client.ts';
import { readState } from '../../histories/stripe/stripe-dashboard.ts';
import { payWith } from '../../payment-provider/contract/steps.ts';
import type { ProviderRig } from '../../payment-provider/contract/suite.ts';
import { type StripeEmulator, startEmulator } from '../../payment-provider/stripe/emulator.ts';
import { billingInfo, expectDone, settle, weekMs } from './payment-scenes.ts';
import { beginAtStripe, type StripeScene } from './stripe-app.ts';

/** Its bank decides when a test says so. */
export const slowCard = 'pm_card_staysProcessing';

const minuteMs = 60_000;

/** Requests of which each leaves a payment with a bank that has not decided. */
const requests = {
  createSubscription: async ({ app }: StripeScene) => {
    const { idToken } = await createPerson(app);
    const data = { planId: 'pro', billingInfo: billingInfo(slowCard) };
    return () => callable(app, 'createSubscription', { data, idToken });
  },
  changeSubscriptionPlan: async ({ ask }: StripeScene) => {
    const change = { planId: 'enterprise', billingInfo: billingInfo(slowCard) };
    return () => ask('changeSubscriptionPlan', change);
  },
  resumePayment: async (scene: StripeScene) => {
    await owe(scene, 'pm_card_chargeCustomerFail');
    await payBy(scene, slowCard);
    return () => scene.ask('resumePayment');
  },
  cancelSubscription: async (scene: StripeScene) => {
    await owe(scene, slowCard);
    return () => scene.ask('cancelSubscription', { confirmationId: scene.subscriptionId });
  },
  abandonSubscription: async ({ app }: StripeScene) => {
    const { idToken } = await createPerson(app);
    const asked = { planId: 'pro', billingInfo: billingInfo('pm_card_authenticationRequired') };
    const begun = expectDone(await callable(app, 'createSubscription', { data: asked, idToken }));
    const data = { subscriptionId: String(begun.subscriptionId) };
    return Object.assign(() => callable(app, 'abandonSubscription', { data, idToken }), {
      clientSecret: String(begun.clientSecret),
    });
  },
};

/** Runs the scene with an emulator of its own. */
export async function atStripe(
  happen: (scene: StripeScene, emulator: StripeEmulator) => Promise<void>,
): Promise<void> {
  const emulator = await startEmulator();
  try {
    await happen(await beginAtStripe(emulator), emulator);
  } finally {
    await emulator.stop();
  }
}

/** The call is refused while the bank decides, also when it is made again, and charges nothing meanwhile. */
export async function expectUndecided(name: keyof typeof requests): Promise<void> {
  await atStripe(async (scene, emulator) => {
    const request = await requests[name](scene);
    if ('clientSecret' in request) {
      await confirmSlowly(emulator, String(request.clientSecret));
    }
    expectRefusal(await request(), 'billing/payment-processing');
    const before = await countCharges(emulator);
    expectRefusal(await request(), 'billing/payment-processing');
    await settle(scene.app);
    expect(await countCharges(emulator)).toBe(before);
  });
}

/** A renewal that the card does not pay at once. */
export async function owe(scene: StripeScene, card: string): Promise<void> {
  await payBy(scene, card);
  await scene.pass(weekMs + minuteMs);
}

export const payBy = ({ provider, customerId }: StripeScene, card: string) =>
  payWith({ provider: provider() } as ProviderRig, customerId, card);

/** The holder of the card confirms, and the bank then takes its time. */
export async function confirmSlowly(emulator: StripeEmulator, clientSecret: string): Promise<void> {
  const [id] = clientSecret.split('_secret_');
  for (const { id: method } of (await readState(emulator.url)).filter(
    ({ object }) => object === 'payment_method',
  )) {
    await emulator.control('dispute_card', { payment_method: method, card: slowCard });
  }
  await emulator.control('authenticate', { id, success: true });
}

/** Payments that were made or wait for their bank. */
async function countCharges(emulator: StripeEmulator): Promise<number> {
  const all = await readState(emulator.url);
  return all.filter(
    ({ object, status }) =>
      object === 'payment_intent' && (status === 'succeeded' || status === 'processing'),
  ).length;
}

/** The bank decides on everything that waits for it. */
export async function decide(emulator: StripeEmulator, success: boolean): Promise<void> {
  const all = await readState(emulator.url);
  for (const { id } of all.filter(
    ({ object, status }) => object === 'payment_intent' && status === 'processing',
  )) {
    await emulator.control('decide_processing', { id, success });
  }
}

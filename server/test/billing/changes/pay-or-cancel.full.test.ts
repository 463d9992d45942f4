import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { createOwnTestApp, type TestApp } from '../../harness/test-app.ts';
import { type Answer, callable, createPerson, expectRefusal } from '../../harness/wire-client.ts';
import {
  addCard,
  createPaidSubscription,
  dayMs,
  expectDone,
  passTime,
  settle,
  weekMs,
} from '../support/payment-scenes.ts';
import { steerStripe } from '../support/sandbox.ts';
import {
  createUnrulyProvider,
  type Step,
  type UnrulyProvider,
} from '../support/unruly-provider.ts';

const declining = '4000 0000 0000 0341';

/** A subscriber who owes a renewal, and whose card would pay it now. */
interface Owing {
  readonly app: TestApp;
  readonly unruly: UnrulyProvider;
  ask(name: string, more?: object): Promise<Answer>;
  provider(): PaymentProvider;
  readonly chargedId: string;
  readonly customerId: string;
}

describe('pay now and cancel at the same time', () => {
  it('refuses the cancellation while the payment is at the provider', async () => {
    const scene = await owe();
    const [paying, release] = await hold(scene, 'payOpenInvoice', 'resumePayment');
    expectRefusal(await cancel(scene), 'billing/under-way');
    release();
    expect(expectDone(await paying)).toEqual({});
    expect(await read(scene)).toMatchObject({ status: 'active', paid: 2 });
    expectDone(await cancel(scene));
    expect(await read(scene)).toMatchObject({ status: 'canceled', paid: 2 });
  });

  it('refuses the payment while the cancellation is at the provider, and charges nothing', async () => {
    const scene = await owe();
    const [canceling, release] = await hold(scene, 'endSubscription', 'cancelSubscription');
    expectRefusal(await scene.ask('resumePayment'), 'billing/under-way');
    release();
    expectDone(await canceling);
    expect(await read(scene)).toMatchObject({ status: 'canceled', paid: 1 });
    expectRefusal(await scene.ask('resumePayment'), 'billing/nothing-to-pay');
    await settle(scene.app);
    expect(await read(scene)).toMatchObject({ status: 'canceled', paid: 1 });
  });

  it('pays once, or not at all, whoever comes first', async () => {
    const scene = await owe();
    const [first, second, canceled] = await Promise.all([
      scene.ask('resumePayment'),
      scene.ask('resumePayment', {}),
      cancel(scene),
    ]);
    const isPaid = [first, second].some(({ statusCode }) => statusCode === 200);
    const isCanceled = canceled.statusCode === 200;
    expect(isPaid || isCanceled).toBe(true);
    const expected = { status: isCanceled ? 'canceled' : 'active', paid: isPaid ? 2 : 1 };
    expect(await read(scene)).toMatchObject(expected);
    await settle(scene.app);
    expect(await read(scene)).toMatchObject(expected);
  });

  it('cancels although a payment crashed ten minutes ago', async () => {
    const scene = await owe();
    scene.unruly.steps.set('payOpenInvoice', () => Promise.reject(new TypeError('broken')));
    expect((await scene.ask('resumePayment')).statusCode).toBe(500);
    expectRefusal(await cancel(scene), 'billing/under-way');
    scene.app.clock.advance(10 * 60_000);
    const again = await cancel(scene);
    expectDone(again);
    scene.unruly.steps.clear();
    await settle(scene.app);
    expect(await read(scene)).toMatchObject({ status: 'canceled', paid: 1 });
  });
});

const cancel = ({ ask, app }: Owing) =>
  sql<{ id: string }>`select id from subscriptions`
    .execute(app.db)
    .then(({ rows }) => ask('cancelSubscription', { confirmationId: rows[0]?.id }));

/** Starts the call, waits until it reaches the provider, and answers it with the function that releases it. */
async function hold(
  scene: Owing,
  step: Step,
  name: 'resumePayment' | 'cancelSubscription',
): Promise<[Promise<Answer>, () => void]> {
  const [released, release] = openGate();
  const [reached, reach] = openGate();
  scene.unruly.steps.set(step, async (act) => {
    reach();
    await released;
    return await act();
  });
  const call = name === 'resumePayment' ? scene.ask(name) : cancel(scene);
  await Promise.race([reached, call]);
  return [call, release];
}

/** A promise, and what resolves it. */
function openGate(): [Promise<void>, () => void] {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [gate, () => open()];
}

async function read({ provider, chargedId, customerId }: Owing) {
  const charged = await provider().readSubscription(chargedId);
  const invoices = await provider().listInvoices(customerId, 10);
  const paid = invoices.filter(({ status }) => status === 'paid').length;
  return { status: charged?.status, paid };
}

async function owe(): Promise<Owing> {
  const unruly = createUnrulyProvider();
  let real: PaymentProvider | undefined;
  const app = await createOwnTestApp({
    payments(provider) {
      real = provider;
      return unruly.wrap(provider);
    },
  });
  const ada = await createPerson(app);
  const subscriptionId = await createPaidSubscription(app, ada);
  const paymentMethodId = await addCard(app, { subscriptionId, ...ada }, declining);
  const data = { subscriptionId, paymentMethodId };
  expectDone(await callable(app, 'setDefaultPaymentMethod', { data, idToken: ada.idToken }));
  const { idToken } = await passTime(app, weekMs + dayMs, ada);
  await steerStripe(app, 'dispute_card', { payment_method: paymentMethodId, card: 'visa' });
  const { rows } = await sql<{ customer_id: string; provider_subscription_id: string }>`
    select customer_id, provider_subscription_id from billing_accounts`.execute(app.db);
  return {
    app,
    unruly,
    ask: (name, more = {}) => callable(app, name, { data: { subscriptionId, ...more }, idToken }),
    provider: () => real as PaymentProvider,
    chargedId: rows[0]?.provider_subscription_id ?? '',
    customerId: rows[0]?.customer_id ?? '',
  };
}

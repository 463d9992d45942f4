import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createPriceWatch } from '../../../src/boot/watch-prices.ts';
import {
  type PaymentProvider,
  ProviderUnavailable,
} from '../../../src/modules/billing/port/payment-provider.ts';
import type { PriceFault } from '../../../src/modules/billing/port/price-check.ts';
import type { PriceFaults } from '../../../src/modules/billing/port/provider-objects.ts';
import { withPrice } from '../../harness/plan-prices.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, type Person } from '../../harness/wire-client.ts';
import {
  addCard,
  billingInfo,
  createPaidSubscription,
  expectDone,
  readSubscription,
  settle,
} from '../support/payment-scenes.ts';

type Asked = Parameters<PaymentProvider['checkPrices']>[0];
type Check = (asked: Asked) => Promise<PriceFaults>;

const fault = 'price_pro_week costs 2000 in minor units, the configuration says 1000.';
const freeFault = 'Price price_free_week is not active.';
const keyFault = 'Stripe does not accept the secret key.';
const allRight: Check = async () => ({ account: [], prices: [] });

/** Finds the faults, each by an id of its price. */
function find(faults: Readonly<Record<string, string>>): Check {
  return async (asked) => ({
    account: [],
    prices: asked.map(({ priceIds }) => priceIds.flatMap((id) => faults[id] ?? [])),
  });
}

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly fault?: string;
  readonly plan?: string | null;
  readonly stops?: string;
}

describe('prices that are not as the configuration says', () => {
  let app: TestApp;
  let check: Check;
  let lines: LogLine[];
  let person: Person;
  let paid: string;
  let free: string;

  beforeAll(async () => {
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    app = await createTestApp({
      logger: { level: 'warn', stream },
      payments: (real) => ({ ...real, checkPrices: (asked) => check(asked) }),
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    lines = [];
    check = allRight;
    await app.app.checkPrices();
    person = await createPerson(app);
    paid = await createPaidSubscription(app, person);
    free = expectDone(await call('createSubscription', { planId: 'free' }))
      .subscriptionId as string;
    await settle(app);
    lines = [];
    await learn(find({ price_pro_week: fault }));
  });

  async function learn(next: Check) {
    check = next;
    await app.app.checkPrices();
  }

  const call = (name: Parameters<typeof callable>[1], data: object) =>
    callable(app, name, { data, idToken: person.idToken });

  const pro = () => ({ planId: 'pro', billingInfo: billingInfo() });

  /** Whether paid plans are sold at all, and which plans are not. */
  const shown = async () => {
    const { payments, plans } = (await app.server.inject('/config.json')).json();
    const page = (await app.server.inject('/signin')).body;
    expect(page).toContain(`"payments":${JSON.stringify(payments)}`);
    expect(page).toContain(`"plans":${JSON.stringify(plans)}`);
    expect(payments.provider).toBe('sandbox');
    const off = plans.filter(({ forSale }: { forSale: boolean }) => !forSale);
    return { selling: payments.selling, off: off.map(({ id }: { id: string }) => id) };
  };

  async function expectNotSold(answers: readonly Promise<Awaited<ReturnType<typeof call>>>[]) {
    for (const answer of await Promise.all(answers)) {
      expect(answer.json().error, answer.body).toMatchObject({ status: 'FAILED_PRECONDITION' });
      expect(answer.body).toContain('not set up');
    }
  }

  const toPlan = (subscriptionId: string, planId: string) => ({ subscriptionId, planId });

  it('are logged as one error each, with the plan that is not sold', async () => {
    expect(lines).toMatchObject([
      {
        level: 50,
        msg: 'price fault found',
        fault,
        plan: 'pro',
        price: { frequency: 'week', currency: 'usd' },
        stops: 'this price',
      },
    ]);
  });

  it('stop the sale of their own plan', async () => {
    await expectNotSold([
      call('createSubscription', pro()),
      call('changeSubscriptionPlan', { subscriptionId: free, ...pro() }),
      call('previewPlanChange', toPlan(free, 'pro')),
    ]);
    expect(await shown()).toEqual({ selling: true, off: ['pro'] });
  });

  it('stop the sale of no other plan', async () => {
    expectDone(await call('previewPlanChange', toPlan(paid, 'enterprise')));
    expectDone(await call('changeSubscriptionPlan', toPlan(paid, 'enterprise')));
    expectDone(
      await call('createSubscription', { planId: 'enterprise', billingInfo: billingInfo() }),
    );
  });

  it('stop the sale of every paid plan when the keys are wrong, but no change to Free', async () => {
    await learn(async () => ({ account: [keyFault], prices: [] }));
    expect(lines.at(-2)).toMatchObject({ fault: keyFault, plan: null, stops: 'all paid plans' });
    await expectNotSold([
      call('createSubscription', pro()),
      call('changeSubscriptionPlan', toPlan(paid, 'enterprise')),
      call('previewPlanChange', toPlan(paid, 'enterprise')),
    ]);
    expect(await shown()).toEqual({ selling: false, off: [] });
    expectDone(await call('changeSubscriptionPlan', toPlan(paid, 'free')));
  });

  it('of the free plan stop only the change from a paid plan to it', async () => {
    await learn(find({ price_free_week: freeFault }));
    await expectNotSold([
      call('previewPlanChange', toPlan(paid, 'free')),
      call('changeSubscriptionPlan', toPlan(paid, 'free')),
    ]);
    expect(await readSubscription(app, paid, person)).toMatchObject({ plan_id: 'pro' });
    expect(await shown()).toEqual({ selling: true, off: ['free'] });
    expectDone(await call('createSubscription', { planId: 'free' }));
    expectDone(await call('changeSubscriptionPlan', { subscriptionId: free, ...pro() }));
  });

  it('leave a downgrade and a free purchase possible', async () => {
    const toFree = { subscriptionId: paid, planId: 'free' };
    const { preview } = expectDone(await call('previewPlanChange', toFree));
    expectDone(await call('changeSubscriptionPlan', { ...toFree, preview }));
    expect(await readSubscription(app, paid, person)).toMatchObject({ plan_id: 'free' });
    expectDone(await call('createSubscription', { planId: 'free' }));
  });

  it('leave a change of the card possible', async () => {
    const id = await addCard(app, { subscriptionId: paid, ...person });
    expectDone(
      await call('setDefaultPaymentMethod', { subscriptionId: paid, paymentMethodId: id }),
    );
  });

  it('leave a cancellation possible', async () => {
    expectDone(await call('cancelSubscription', { subscriptionId: paid, confirmationId: paid }));
    expect(await readSubscription(app, paid, person)).toMatchObject({ status: 'canceled' });
  });

  it('stop nothing any more once they are corrected', async () => {
    await learn(allRight);
    expectDone(await call('createSubscription', pro()));
    expect(await shown()).toEqual({ selling: true, off: [] });
  });

  it('stay as they were known while the provider is away', async () => {
    const away = () => Promise.reject(new ProviderUnavailable('away'));
    await learn(away);
    expect((await call('createSubscription', pro())).statusCode).toBe(400);
    await learn(allRight);
    await learn(away);
    expectDone(await call('createSubscription', pro()));
  });
});

describe('a retired price that the provider does not know', () => {
  it('is logged, and every plan is sold', async () => {
    const asked: Asked[number][] = [];
    const lines: LogLine[] = [];
    const plain = await createOwnTestApp({});
    const plans = plain.config.product.plans.map((plan) =>
      plan.legacy ? withPrice(plan, { retired: [['price_gold_2019']] }) : plan,
    );
    const app = await createOwnTestApp({
      product: { plans },
      logger: { level: 'warn', stream: { write: (line) => void lines.push(JSON.parse(line)) } },
      payments: (real) => ({
        ...real,
        checkPrices(prices) {
          asked.push(...prices);
          return find({ price_gold_2019: 'Price price_gold_2019 is unknown.' })(prices);
        },
      }),
    });
    await app.app.checkPrices();
    expect(lines).toMatchObject([
      { fault: 'Price price_gold_2019 is unknown.', plan: 'gold', stops: 'nothing' },
    ]);
    expect(asked.map(({ priceIds, total }) => [priceIds[0], total?.amount ?? null])).toEqual([
      ['price_free_week', 0],
      ['price_pro_week', 1_000],
      ['price_enterprise_week', 3_000],
      ['price_gold_2019', null],
    ]);
    const config = (await app.server.inject('/config.json')).json();
    expect(config.payments.selling).toBe(true);
    expect(config.plans.map(({ forSale }: { forSale: boolean }) => forSale)).not.toContain(false);
    expect(JSON.stringify(config)).not.toContain('price_');
  });
});

describe('the watch over prices', () => {
  function watch(answers: readonly (readonly PriceFault[] | Error)[]) {
    let asked = 0;
    let faults: readonly PriceFault[] = [];
    const prices = {
      listFaults: () => faults,
      async check() {
        const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
        asked += 1;
        if (answer instanceof Error) {
          throw answer;
        }
        faults = answer;
      },
    };
    const said: string[] = [];
    const note = (details: { plan?: string | null }, sentence: string) =>
      void said.push([sentence, details.plan].join(' ').trim());
    const log = { error: note, warn: note };
    const watched = createPriceWatch(prices, log, { againMs: 20, retryMs: 1 });
    onTestFinished(() => watched.stop());
    watched.start();
    return { prices, said, asked: () => asked, stop: () => watched.stop() };
  }

  const faultOf = (plan: string): PriceFault => ({
    fault,
    plan,
    price: { frequency: 'week', currency: 'usd' },
    stops: 'this price',
  });

  it('asks again and again, also a provider that was away, and says when a fault is gone', async () => {
    const both = [faultOf('pro'), faultOf('enterprise')];
    const { said, asked } = watch([new ProviderUnavailable('away'), both, [faultOf('pro')], []]);
    await expect.poll(asked).toBeGreaterThan(4);
    expect(said).toEqual([
      'price check deferred',
      'price fault found pro',
      'price fault found enterprise',
      'price fault found pro',
      'price fault cleared enterprise',
      'price fault cleared pro',
    ]);
  });

  it('waits longer each time for a provider that is away', async () => {
    const { asked, stop } = watch([new ProviderUnavailable('away')]);
    await sleep(200);
    await expect.poll(asked).toBeGreaterThan(2);
    await stop();
    const count = asked();
    expect(count).toBeLessThan(20);
    await sleep(60);
    expect(asked()).toBe(count);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ProviderUnavailable } from '../src/modules/billing/port/payment-provider.ts';
import { createPriceWatch } from '../src/watch-prices.ts';
import { billingInfo, createPaidSubscription } from './billing.ts';
import { addCard, expectDone, readSubscription, settle } from './payment-scenes.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { callable, createPerson, type Person } from './wire-client.ts';

const fault = 'price_pro_week costs 2000 in minor units, the configuration says 1000.';

describe('prices that are not as the configuration says', () => {
  let app: TestApp;
  let check: () => Promise<readonly string[]>;
  let lines: { readonly level: number; readonly fault?: string }[];
  let person: Person;
  let paid: string;
  let free: string;

  beforeAll(async () => {
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    app = await createTestApp({
      logger: { level: 'warn', stream },
      payments: (real) => ({ ...real, checkPrices: () => check() }),
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    lines = [];
    check = async () => [];
    await app.app.checkPrices();
    person = await createPerson(app);
    paid = await createPaidSubscription(app, person);
    free = expectDone(await call('createSubscription', { planId: 'free' }))
      .subscriptionId as string;
    await settle(app);
    check = async () => [fault, 'Price price_enterprise_week is not active.'];
    lines = [];
    await app.app.checkPrices();
  });

  const call = (name: Parameters<typeof callable>[1], data: object) =>
    callable(app, name, { data, idToken: person.idToken });

  const pro = () => ({ planId: 'pro', billingInfo: billingInfo() });

  const showsPayments = async () => {
    const { payments } = (await app.server.inject('/config.json')).json();
    const page = (await app.server.inject('/signin')).body;
    expect(page).toContain(`"payments":${JSON.stringify(payments)}`);
    expect(payments.provider).toBe('sandbox');
    return payments.selling;
  };

  it('are told in one error each', () => {
    expect(lines.map(({ level, fault: told }) => [level, told])).toEqual([
      [50, fault],
      [50, 'Price price_enterprise_week is not active.'],
    ]);
  });

  it('sell nothing', async () => {
    const answers = [
      await call('createSubscription', pro()),
      await call('changeSubscriptionPlan', { subscriptionId: free, ...pro() }),
      await call('changeSubscriptionPlan', { subscriptionId: paid, planId: 'enterprise' }),
      await call('previewPlanChange', { subscriptionId: paid, planId: 'enterprise' }),
    ];
    for (const answer of answers) {
      expect(answer.json().error, answer.body).toMatchObject({ status: 'FAILED_PRECONDITION' });
      expect(answer.body).toContain('not set up');
    }
    expect(await readSubscription(app, paid, person)).toMatchObject({ plan_id: 'pro' });
    expect(await showsPayments()).toBe(false);
  });

  it('keep nobody from paying less, or nothing', async () => {
    const toFree = { subscriptionId: paid, planId: 'free' };
    expectDone(await call('previewPlanChange', toFree));
    expectDone(await call('changeSubscriptionPlan', toFree));
    expect(await readSubscription(app, paid, person)).toMatchObject({ plan_id: 'free' });
    expectDone(await call('createSubscription', { planId: 'free' }));
  });

  it('keep nobody from paying what they have with another card', async () => {
    const id = await addCard(app, { subscriptionId: paid, ...person });
    expectDone(
      await call('setDefaultPaymentMethod', { subscriptionId: paid, paymentMethodId: id }),
    );
  });

  it('keep nobody from ending what they have', async () => {
    expectDone(await call('cancelSubscription', { subscriptionId: paid, confirmationId: paid }));
    expect(await readSubscription(app, paid, person)).toMatchObject({ status: 'canceled' });
  });

  it('sell again once they are mended', async () => {
    check = async () => [];
    await app.app.checkPrices();
    expectDone(await call('createSubscription', pro()));
    expect(await showsPayments()).toBe(true);
  });

  it('stay as they were known while the provider is away', async () => {
    check = () => Promise.reject(new ProviderUnavailable('away'));
    await app.app.checkPrices();
    expect((await call('createSubscription', pro())).statusCode).toBe(400);
    check = async () => [];
    await app.app.checkPrices();
    check = () => Promise.reject(new ProviderUnavailable('away'));
    await app.app.checkPrices();
    expectDone(await call('createSubscription', pro()));
  });
});

describe('the watch over prices', () => {
  function watch(answers: readonly (readonly string[] | Error)[]) {
    let asked = 0;
    const prices = {
      faults: [] as readonly string[],
      async check() {
        const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
        asked += 1;
        if (answer instanceof Error) {
          throw answer;
        }
        prices.faults = answer;
      },
    };
    const said: string[] = [];
    const note = (_details: object, sentence: string) => void said.push(sentence);
    const log = { error: note, warn: note };
    const watched = createPriceWatch(prices, log, { againMs: 20, retryMs: 1 });
    onTestFinished(() => watched.stop());
    watched.start();
    return { prices, said, asked: () => asked, stop: () => watched.stop() };
  }

  it('asks again and again, also a provider that was away, and says when all is well again', async () => {
    const { said, asked } = watch([new ProviderUnavailable('away'), [fault], []]);
    await expect.poll(asked).toBeGreaterThan(3);
    expect(said).toEqual([
      'prices could not be checked',
      'a price is wrong, so no paid plan is sold',
      'the prices are right again, and paid plans are sold',
    ]);
  });

  it('waits longer each time for a provider that is away', async () => {
    const { asked, stop } = watch([new ProviderUnavailable('away')]);
    await sleep(200);
    await stop();
    const count = asked();
    expect(count).toBeGreaterThan(2);
    expect(count).toBeLessThan(20);
    await sleep(60);
    expect(asked()).toBe(count);
  });
});

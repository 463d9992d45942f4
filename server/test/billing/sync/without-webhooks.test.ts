import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PaymentProvider, reportDrift } from '../../../src/modules/billing/index.ts';
import { withPrice } from '../../harness/plan-prices.ts';
import { createOwnTestApp, type TestApp, type TestSettings } from '../../harness/test-app.ts';
import { callable, createPerson } from '../../harness/wire-client.ts';
import {
  type StripeEmulator,
  startEmulator,
  stripeEnvironment,
} from '../../payment-provider/stripe/emulator.ts';
import { billingInfo, expectDone, settle } from '../support/payment-scenes.ts';

const hourMs = 3_600_000;

describe('in step with Stripe, without a single message of it', () => {
  let emulator: StripeEmulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(() => emulator.stop());

  async function openApp(settings: TestSettings = {}) {
    const lines: { readonly msg: string; readonly drift?: string; readonly fault?: string }[] = [];
    let provider: PaymentProvider | undefined;
    const app = await createOwnTestApp({
      env: stripeEnvironment(emulator.url),
      logger: { level: 'warn', stream: { write: (line) => void lines.push(JSON.parse(line)) } },
      payments(real) {
        provider = real;
        return real;
      },
      ...settings,
    });
    return { app, lines, provider: () => provider as PaymentProvider };
  }

  async function buyEnterprise(app: TestApp): Promise<string> {
    const { idToken } = await createPerson(app);
    const data = { planId: 'enterprise', billingInfo: billingInfo() };
    const bought = expectDone(await callable(app, 'createSubscription', { data, idToken }));
    return String(bought.subscriptionId);
  }

  it('follows what it pulls, finds no drift in it, and repairs what is planted', async () => {
    const { app, lines, provider } = await openApp();
    await app.app.checkPrices();
    await app.app.runDue();
    const id = await buyEnterprise(app);
    await settle(app);
    const { rows } = await sql<{ type: string }>`
      select type from provider_events where processed_at is not null`.execute(app.db);
    expect(rows.map(({ type }) => type)).toContain('invoice.paid');
    const { db, clock } = app;
    const ask = () =>
      reportDrift({ db, clock, settings: app.config.product, payments: provider() });
    expect(await ask()).toEqual({ compared: 1, sentences: [] });

    await sql`update subscriptions set plan_id = 'pro' where id = ${id}`.execute(app.db);
    app.clock.advance(hourMs + 1_000);
    await settle(app);
    expect(lines).toMatchObject([
      { msg: 'billing drift', drift: 'plan', here: 'pro', there: 'enterprise' },
    ]);
    expect(await ask()).toEqual({ compared: 1, sentences: [] });
  });

  it('sells nothing at a price that Stripe has otherwise', async () => {
    const read = (await openApp()).app.config.product;
    const plans = read.plans.map((plan) =>
      plan.id === 'pro' ? withPrice(plan, { price: 11 }) : plan,
    );
    const { app, lines } = await openApp({ product: { plans } });
    await app.app.checkPrices();
    expect(lines.map(({ fault }) => fault)).toEqual([
      'price_pro_week cost 1000 in minor units, the configuration says 1100.',
    ]);
    const { idToken } = await createPerson(app);
    const data = { planId: 'pro', billingInfo: billingInfo() };
    const answer = await callable(app, 'createSubscription', { data, idToken });
    expect(answer.json().error).toMatchObject({ status: 'FAILED_PRECONDITION' });
  });
});

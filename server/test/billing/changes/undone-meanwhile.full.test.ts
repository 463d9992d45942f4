import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';
import { itemsAt } from '../../payment-provider/contract/steps.ts';
import {
  atProvider,
  createPaidSubscription,
  expectDone,
  readSubscription,
  settle,
} from '../support/payment-scenes.ts';
import { away, createUnrulyProvider, reject } from '../support/unruly-provider.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const enterprise = ['price_enterprise_week', 'price_enterprise_extra_week'];
const free = ['price_free_week'];

describe('a plan change that an operator undid at the provider before it was stored here', () => {
  let app: TestApp;
  let provider: PaymentProvider;
  const lines: object[] = [];
  const { steps, wrap } = createUnrulyProvider();
  beforeAll(async () => {
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    app = await createTestApp({
      payments: (real) => {
        provider = real;
        return wrap(real);
      },
      logger: { level: 'warn', stream },
    });
  });
  afterEach(() => {
    steps.clear();
    lines.length = 0;
  });
  afterAll(() => app.close());

  const change = ({ idToken }: Person, data: { subscriptionId: string; planId: string }) => {
    const headers = { 'idempotency-key': `change-${data.subscriptionId}` };
    return callable(app, 'changeSubscriptionPlan', { idToken, data, headers });
  };

  /** The change is asked for and gets no answer; then the operator moves the project to other prices. */
  async function beginAndMove(
    planId: string,
    { isMade, to }: { readonly isMade: boolean; readonly to: readonly string[] },
  ) {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    app.clock.advance(dayMs);
    const again = await signIn(app, ada);
    steps.set('changePrices', async (act) => {
      await (isMade && act());
      return await away();
    });
    const answer = await change(again, { subscriptionId, planId });
    expectRefusal(answer, 'billing/provider-unavailable');
    steps.clear();
    const { rows } = await sql<{ id: string }>`
      select provider_subscription_id as id from billing_accounts
      where subscription_id = ${subscriptionId}`.execute(app.db);
    const { id } = rows[0] ?? expect.fail();
    app.clock.advance(minuteMs);
    const at = app.clock.now();
    const move = { key: `operator-${id}`, providerSubscriptionId: id, items: itemsAt(...to), at };
    await provider.changePrices(move);
    const { invoices } = await atProvider(app, subscriptionId);
    return { ada, subscriptionId, data: { subscriptionId, planId }, invoices };
  }

  const listPlans = async (subscriptionId: string) => {
    const { rows } = await sql<{ details: { plan_id: { to: string } } }>`
      select details from audit_events join audit_details on event_id = id
      where subject_id = ${subscriptionId} and action = 'subscription.plan-changed' order by id`.execute(
      app.db,
    );
    return rows.map(({ details }) => details.plan_id.to);
  };

  it.each([
    { planId: 'enterprise', to: free, shown: 'free', when: 'two days later', ms: 2 * dayMs },
    { planId: 'enterprise', to: free, shown: 'free', when: 'soon', ms: 5 * minuteMs },
    { planId: 'free', to: enterprise, shown: 'enterprise', when: 'two days later', ms: 2 * dayMs },
  ])(
    'to $planId and asked again $when is done, and followed by what the operator chose',
    async ({ planId, to, shown, ms }) => {
      const { ada, subscriptionId, data, invoices } = await beginAndMove(planId, {
        isMade: true,
        to,
      });
      // The provider has forgotten the key, and would act again.
      const asked: string[] = [];
      steps.set('changePrices', async (act) => {
        asked.push(subscriptionId);
        return await act();
      });
      app.clock.advance(ms);
      await settle(app);
      const later = await signIn(app, ada);

      expectDone(await change(later, data));
      expect(asked).toEqual([]);
      expect((await atProvider(app, subscriptionId)).invoices).toEqual(invoices);
      expect(await readSubscription(app, subscriptionId, later)).toMatchObject({ plan_id: shown });
      expect(await listPlans(subscriptionId)).toEqual([planId, shown]);
      expect(lines.filter((line) => 'intent' in line)).toMatchObject([
        { subscription: subscriptionId, msg: 'plan change reversed at provider' },
      ]);
    },
  );

  it('is refused where it was never made', async () => {
    const { ada, subscriptionId, data, invoices } = await beginAndMove('enterprise', {
      isMade: false,
      to: free,
    });
    steps.set('changePrices', reject);
    app.clock.advance(2 * dayMs);
    await settle(app);
    const later = await signIn(app, ada);

    expectRefusal(await change(later, data), 'billing/rejected');
    expect((await atProvider(app, subscriptionId)).invoices).toEqual(invoices);
    expect(await listPlans(subscriptionId)).toEqual(['free']);
  });
});

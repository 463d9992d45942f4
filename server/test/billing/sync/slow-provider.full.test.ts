import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { addMember } from '../../harness/factories.ts';
import { createTestApp, openSecondApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';
import {
  atProvider,
  createPaidSubscription,
  expectDone,
  readSubscription,
} from '../support/payment-scenes.ts';

type Call = 'listCards' | 'previewChange' | 'cancelSetups';

interface Slow {
  readonly app: TestApp;
  /** Calls that the provider has not answered. */
  readonly asked: Call[];
  /** Lets the provider answer at last, and whoever waited for it finish. */
  release(): Promise<void>;
}

const answerDeadlineMs = 2_000;
/** For what goes on once nobody waits for it. */
const aWhileMs = 400;

describe('a payment provider that does not answer in time', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  /** A second process whose provider holds its answers to these calls back. */
  async function openSlow(...held: readonly Call[]): Promise<Slow> {
    const asked: Call[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const hold = (real: PaymentProvider) =>
      Object.fromEntries(
        held.map((call) => [
          call,
          async (input: never) => {
            asked.push(call);
            await gate;
            return await real[call](input);
          },
        ]),
      );
    const payments = (real: PaymentProvider) => ({ ...real, ...hold(real) });
    const slow = await openSecondApp(app, { level: 'error' }, { payments, answerDeadlineMs });
    return {
      app: slow,
      asked,
      async release() {
        open();
        await sleep(aWhileMs);
      },
    };
  }

  async function begin(): Promise<{ ada: Person; subscriptionId: string }> {
    const ada = await createPerson(app, 'Ada');
    return { ada, subscriptionId: await createPaidSubscription(app, ada) };
  }

  async function countIntents(subscriptionId: string, kind: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from intents
      where subscription_id = ${subscriptionId} and kind = ${kind}`.execute(app.db);
    return rows[0]?.count ?? -1;
  }

  it('refuses a list of cards at the deadline', async () => {
    const { ada, subscriptionId } = await begin();
    const slow = await openSlow('listCards');
    const { idToken } = ada;
    const answer = await callable(slow.app, 'getPaymentMethods', {
      data: { subscriptionId },
      idToken,
    });
    expectRefusal(answer, 'billing/provider-unavailable');
    expect(slow.asked).toEqual(['listCards']);
    await slow.release();
  });

  it('begins no plan change for a request that was answered at the deadline', async () => {
    const { ada, subscriptionId } = await begin();
    const { idToken } = ada;
    const data = { subscriptionId, planId: 'enterprise' };
    const { preview } = expectDone(await callable(app, 'previewPlanChange', { data, idToken }));
    const slow = await openSlow('previewChange');
    const answer = await callable(slow.app, 'changeSubscriptionPlan', {
      data: { ...data, preview },
      idToken,
    });
    expectRefusal(answer, 'billing/provider-unavailable');
    expect(slow.asked).toEqual(['previewChange']);
    await slow.release();

    expect(await countIntents(subscriptionId, 'change-plan')).toBe(0);
    expect(await readSubscription(app, subscriptionId, ada)).toMatchObject({ plan_id: 'pro' });
    expect((await atProvider(app, subscriptionId)).invoices).toHaveLength(1);
  });

  it('refuses a new owner at the deadline while the old owner’s card is being removed', async () => {
    const { ada, subscriptionId } = await begin();
    const grace = await createPerson(app, 'Grace');
    await addMember(app, { subscriptionId, uid: grace.uid, permissions: ['access', 'admin'] });
    const transfer = { subscriptionId, newOwnerId: grace.uid };
    const { idToken } = ada;
    expectDone(await callable(app, 'transferSubscriptionOwnership', { data: transfer, idToken }));
    const slow = await openSlow('cancelSetups', 'listCards');
    const answer = await callable(slow.app, 'getPaymentMethods', {
      data: { subscriptionId },
      idToken: grace.idToken,
    });
    expectRefusal(answer, 'billing/provider-unavailable');
    expect(slow.asked).toEqual(['cancelSetups']);
    await slow.release();
  });
});

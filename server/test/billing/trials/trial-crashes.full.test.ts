import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCrowd, verdictOf } from '../../harness/crowd.ts';
import { withTrial } from '../../harness/plan-prices.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, type Person } from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import { chosenFaults, faultsOf, newKey, recover } from '../support/crash-steps.ts';
import { kindsMailed } from '../support/money-mails.ts';
import {
  type Fault,
  openFaultyDatabase,
  withFault,
  wrapPayments,
} from '../support/payment-faults.ts';
import { atProvider, billingInfo } from '../support/payment-scenes.ts';
import { forgetCards, proMonth } from '../support/trial-scene.ts';

describe('after a failure between any two steps, a purchase with a trial', () => {
  let app: TestApp;
  beforeAll(async () => {
    const seams = { payments: wrapPayments, open: openFaultyDatabase };
    app = await createTestApp({ ...seams, product: withTrial(), logger: false });
  });
  afterAll(() => app.close());

  async function begin(card: string, fault?: Fault) {
    await forgetCards(app);
    const [owner = expect.fail()] = await createCrowd(app, 1);
    const data = { ...proMonth, billingInfo: billingInfo(card), trial: true };
    const headers = { 'idempotency-key': newKey() };
    const send = () => callable(app, 'createSubscription', { ...owner, data, headers });
    return { owner, send, work: await withFault(fault, send) };
  }

  /** Each fault of the kind in turn, and what came of it once all is recovered. */
  async function tryEach(
    card: string,
    fault: (typeof chosenFaults)[number],
    check: (owner: Person, send: () => ReturnType<typeof callable>) => Promise<void>,
  ): Promise<void> {
    const each = await faultsOf(fault, async () => (await begin(card)).work);
    let happened = 0;
    for (const one of each) {
      const { owner, send, work } = await begin(card, one);
      happened += work.hasHappened ? 1 : 0;
      await recover(app);
      await check(owner, send);
      await recover(app);
    }
    expect(happened).toBeGreaterThan(0);
    expect(await findDrift(app)).toEqual([]);
  }

  async function kindsNoted(subscriptionId: string): Promise<string[]> {
    const { rows } = await sql<{ kind: string }>`
      select kind from trials where subscription_id = ${subscriptionId} order by kind`.execute(
      app.db,
    );
    return rows.map(({ kind }) => kind);
  }

  it.each(chosenFaults)(
    'begins one trial: $kind $moment ($place)',
    (fault) =>
      tryEach('pm_card_visa', fault, async (owner, send) => {
        const answer = await send();
        expect(answer.statusCode, answer.body).toBe(200);
        const id = String(answer.json().data.subscriptionId);
        const { subscriptions, invoices } = await atProvider(app, id);
        expect(subscriptions).toEqual(['trialing']);
        expect(invoices.map(({ total }) => total)).toEqual([0]);
        expect(await kindsNoted(id)).toEqual(['account', 'card', 'email']);
        expect(await kindsMailed(app, owner)).toEqual(['trial-started']);
      }),
    600_000,
  );

  it.each(chosenFaults)(
    'that comes to nothing gives the trial back: $kind $moment ($place)',
    (fault) =>
      tryEach('pm_card_chargeDeclined', fault, async (owner, send) => {
        expect(verdictOf(await send())).toBe('billing/card-refused');
        const { rows } = await sql`
          select id from subscriptions where owner_id = ${owner.uid}`.execute(app.db);
        expect(rows).toEqual([]);
        const { rows: left } = await sql`
          select kind from trials t
          where not exists (select from subscriptions s where s.id = t.subscription_id)
            and t.kind = 'email' and t.holder = sha256(${owner.email}::bytea)`.execute(app.db);
        expect(left).toEqual([]);
      }),
    600_000,
  );
});

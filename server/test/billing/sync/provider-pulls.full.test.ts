import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepEvent, type PaymentProvider } from '../../../src/modules/billing/index.ts';
import {
  type EventPage,
  type EventQuestion,
  type ProviderEvent,
  ProviderUnavailable,
} from '../../../src/modules/billing/port/payment-provider.ts';
import { createOwnTestApp, type TestApp } from '../../harness/test-app.ts';
import { createFreeSubscription, createPerson } from '../../harness/wire-client.ts';
import { openIntent } from '../support/payment-scenes.ts';

const minuteMs = 60_000;
const pageSize = 2;

/** A provider that lists its events as Stripe does: newest first, page by page. */
class Teller {
  readonly asked: EventQuestion[] = [];
  events: ProviderEvent[] = [];
  /** How many pages it still gives before it goes away. */
  pagesLeft = Number.POSITIVE_INFINITY;

  happen(id: string, createdAt: Date): void {
    this.events.unshift({ id, type: 'invoice.paid', customerId: null, createdAt });
  }

  async list(question: EventQuestion): Promise<EventPage> {
    this.asked.push(question);
    this.pagesLeft -= 1;
    if (this.pagesLeft < 0) {
      throw new ProviderUnavailable('away');
    }
    const since = this.events.filter(({ createdAt }) => createdAt >= question.since);
    const start = since.findIndex(({ id }) => id === question.after) + 1;
    const end = start + pageSize;
    return { events: since.slice(start, end), hasMore: since.length > end };
  }

  wrap(real: PaymentProvider): PaymentProvider {
    return {
      ...real,
      listEvents: (question) => this.list(question),
      checkPrices: async () => ({ account: [], prices: [] }),
      readAccount: async () => ({ id: 'acct_1', mode: 'test' }),
    };
  }
}

const env = {
  HEARTH_MODE: 'local',
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_anything',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_anything',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
};

describe('pulling events of a provider whose messages did not arrive', () => {
  let app: TestApp;
  let teller: Teller;
  let begun: number;

  beforeEach(async () => {
    teller = new Teller();
    app = await createOwnTestApp({ env, payments: (real) => teller.wrap(real) });
    begun = app.clock.now().getTime();
  });

  const after = (minutes: number) => new Date(begun + minutes * minuteMs);

  async function listKept(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from provider_events order by created_at`.execute(app.db);
    return rows.map(({ id }) => id);
  }

  it('begins a moment before its first time', async () => {
    teller.happen('long_ago', after(-60));
    teller.happen('just_now', after(-5));
    await app.app.runDue();
    expect(await listKept()).toEqual(['just_now']);
  });

  it('fetches what lies before a message that came after a gap', async () => {
    await app.app.runDue();
    teller.happen('missed', after(30));
    teller.happen('told', after(90));
    app.clock.advance(91 * minuteMs);
    for (const event of teller.events.filter(({ id }) => id === 'told')) {
      await keepEvent(app.db, event, app.clock.now());
    }
    await app.app.runDue();
    expect(await listKept()).toEqual(['missed', 'told']);
  });

  it('asks anew only for what is newer than what it has fetched, less a moment', async () => {
    teller.happen('first', after(1));
    await app.app.runDue();
    await app.app.runDue();
    expect(teller.asked.at(-1)).toEqual({ since: after(-9) });
    teller.happen('late', after(-8));
    teller.happen('second', after(20));
    await app.app.runDue();
    expect(await listKept()).toEqual(['late', 'first', 'second']);
    await app.app.runDue();
    expect(teller.asked.at(-1)).toEqual({ since: after(10) });
  });

  it('goes through a long gap piece by piece, and on where it was stopped', async () => {
    await app.app.runDue();
    for (let minute = 1; minute <= 100; minute += 1) {
      teller.happen(`event_${minute}`, after(minute));
    }
    await app.app.runDue();
    expect(await listKept()).toHaveLength(40);

    teller.pagesLeft = 3;
    await expect(app.app.runDue()).rejects.toThrow('away');
    teller.pagesLeft = Number.POSITIVE_INFINITY;
    teller.happen('meanwhile', after(101));
    await app.app.runDue();
    expect(await listKept()).toHaveLength(86);
    await app.app.runDue();
    expect(await listKept()).toHaveLength(100);
    await app.app.runDue();
    expect(await listKept()).toHaveLength(101);
    expect(teller.asked.at(-1)).toMatchObject({ since: after(90) });
  });

  it('does not wait for a change that is stuck, nor lets the reconciler wait for it', async () => {
    const person = await createPerson(app);
    await openIntent(app, await createFreeSubscription(app, person), person);
    await sql`
      update intents set input = '{"kind":"unheard-of"}', leased_until = created_at`.execute(
      app.db,
    );
    teller.happen('told', after(1));
    await expect(app.app.runDue()).rejects.toThrow('1 intents could not be finished');
    expect(await listKept()).toEqual(['told']);
    expect(await forgetReconciling()).toBe(1n);

    teller.pagesLeft = 0;
    await sql`update intents set leased_until = created_at`.execute(app.db);
    await expect(app.app.runDue()).rejects.toThrow(/could not be finished.*; .*away/);
    expect(await forgetReconciling()).toBe(1n);
  });

  async function forgetReconciling(): Promise<bigint | undefined> {
    const { numAffectedRows } = await sql`
      delete from graphile_worker._private_jobs where key = 'reconcile-billing'`.execute(app.db);
    return numAffectedRows;
  }
});

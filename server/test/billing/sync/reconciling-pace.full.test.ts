import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import {
  ProviderUnavailable,
  type RunningSubscription,
} from '../../../src/modules/billing/port/payment-provider.ts';
import { createEventLog } from '../../harness/logged-events.ts';
import { createOwnTestApp, openSecondApp, type TestApp } from '../../harness/test-app.ts';
import { createPerson } from '../../harness/wire-client.ts';
import { createPaidSubscription, dayMs, settle, weekMs } from '../support/payment-scenes.ts';
import { steerStripe } from '../support/sandbox.ts';

const hourMs = 3_600_000;
const projects = 5;

/** Stands before the provider: gives small pages, counts who is read one by one, and fails when told to. */
class Desk {
  readonly pages: (string | undefined)[] = [];
  readonly read: string[] = [];
  real: PaymentProvider | undefined;
  pageSize = 2;
  failing: { readonly id: string; readonly error: Error } | undefined;
  pagesLeft = Number.POSITIVE_INFINITY;
  /** Awaited before each page. */
  gate: Promise<void> | undefined;
  /** Lists no events. */
  isSilent = false;

  forget(): void {
    this.pages.length = 0;
    this.read.length = 0;
  }

  wrap(real: PaymentProvider): PaymentProvider {
    this.real = real;
    return {
      ...real,
      listRunning: async (after) => {
        this.pages.push(after);
        await this.gate;
        this.pagesLeft -= 1;
        if (this.pagesLeft < 0) {
          throw new ProviderUnavailable('away');
        }
        const { subscriptions, hasMore } = await real.listRunning(after);
        const page: readonly RunningSubscription[] = subscriptions.slice(0, this.pageSize);
        return { subscriptions: page, hasMore: hasMore || subscriptions.length > page.length };
      },
      listEvents: async (question) =>
        this.isSilent ? { events: [], hasMore: false } : await real.listEvents(question),
      readSubscription: async (id) => {
        this.read.push(id);
        if (this.failing?.id === id) {
          throw this.failing.error;
        }
        return await real.readSubscription(id);
      },
    };
  }
}

describe('the pace of the reconciler', () => {
  let app: TestApp;
  let desk: Desk;
  let ids: string[];
  const log = createEventLog();

  beforeEach(async () => {
    desk = new Desk();
    app = await createOwnTestApp({ logger: log.logger, payments: (real) => desk.wrap(real) });
    ids = [];
    for (let count = 0; count < projects; count += 1) {
      ids.push(await createPaidSubscription(app, await createPerson(app)));
    }
    await settle(app);
    await pass(hourMs);
    desk.forget();
  });

  async function pass(ms: number, on: TestApp = app): Promise<void> {
    app.clock.advance(ms);
    await settle(on);
  }

  async function chargedOf(id: string | undefined): Promise<string> {
    const { rows } = await sql<{ charged: string }>`
      select provider_subscription_id as charged from billing_accounts
      where subscription_id = ${id}`.execute(app.db);
    return rows[0]?.charged ?? expect.fail(`${id} is not charged.`);
  }

  const plantStatus = (some: readonly string[]) =>
    sql`update subscriptions set status = 'past_due' where id = any(${some}::text[])`.execute(
      app.db,
    );

  const countDrift = () => log.events('billing drift').length;

  it('reads nobody one by one while the pages of the list show all as it is here', async () => {
    await pass(hourMs + 1_000);
    expect(desk.pages).toHaveLength(Math.ceil(projects / desk.pageSize));
    expect(desk.read).toEqual([]);
    await pass(hourMs / 2);
    expect(desk.pages).toHaveLength(3);
  });

  it('reads those alone whom the list shows otherwise, or no more', async () => {
    const [changed = '', ended = ''] = ids;
    const charged = { changed: await chargedOf(changed), ended: await chargedOf(ended) };
    await plantStatus([changed]);
    desk.isSilent = true;
    await steerStripe(app, 'remove_webhooks', {});
    await desk.real?.endSubscription({ key: 'end', id: charged.ended });
    const before = countDrift();
    await pass(hourMs + 1_000);
    expect(new Set(desk.read)).toEqual(new Set(Object.values(charged)));
    const found = log.events('billing drift').slice(before);
    expect(new Set(found.map(({ subscription }) => subscription))).toEqual(
      new Set([changed, ended]),
    );
    const { rows } = await sql`
      select status from subscriptions where id = any(${[changed, ended]}::text[])
      order by status`.execute(app.db);
    expect(rows).toEqual([{ status: 'active' }, { status: 'canceled' }]);
  });

  it('reads an older invoice, which no list shows, within a day', async () => {
    await pass(weekMs);
    await sql`
      update invoices set status = 'open' where id in (
        select id from invoices where subscription_id = ${ids[0]} order by created_at limit 1)
      `.execute(app.db);
    const before = countDrift();
    await pass(hourMs + 1_000);
    expect(countDrift()).toBe(before);
    await pass(dayMs);
    expect(countDrift()).toBe(before + 1);
    desk.forget();
    await pass(hourMs + 1_000);
    expect(desk.read).toEqual([]);
  });

  it.each([
    ['fails', new Error('odd'), 'billing reconciliation failed'],
    ['has no answer', new ProviderUnavailable('away'), 'billing reconciliation deferred'],
  ])(
    'is kept up by no project whose reading %s, and tries it again in an hour',
    async (...given) => {
      const [, error, line] = given;
      desk.failing = { id: await chargedOf(ids[0]), error };
      await plantStatus(ids);
      const logged = log.events(line).length;
      app.clock.advance(hourMs + 1_000);
      for (let minute = 0; minute < 3; minute += 1) {
        await settle(app).catch(() => undefined);
      }
      expect(log.events(line).length).toBeGreaterThan(logged);
      expect(await listPastDue()).toEqual([ids[0]]);

      // Nothing that a list shows is wrong any more.
      await sql`update subscriptions set status = 'active'`.execute(app.db);
      const { id } = desk.failing;
      desk.failing = undefined;
      desk.forget();
      await pass(hourMs + 1_000);
      expect(desk.read).toContain(id);
    },
  );

  async function listPastDue(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from subscriptions where status = 'past_due'`.execute(app.db);
    return rows.map(({ id }) => id);
  }

  it('goes on behind the last page in another process, once the one before is gone', async () => {
    desk.pagesLeft = 1;
    await pass(hourMs + 1_000);
    expect(desk.pages).toEqual([undefined, expect.any(String)]);
    desk.pagesLeft = Number.POSITIVE_INFINITY;
    const reached = desk.pages.at(-1);
    desk.forget();
    await pass(
      60_000,
      await openSecondApp(app, undefined, { payments: (real) => desk.wrap(real) }),
    );
    expect(desk.pages).toEqual([reached, expect.any(String)]);
    expect(desk.read).toEqual([]);
  });

  it('is the same with two processes as with one', async () => {
    const second = await openSecondApp(app, undefined, { payments: (real) => desk.wrap(real) });
    let open = () => {};
    desk.gate = new Promise((resolve) => {
      open = resolve;
    });
    app.clock.advance(hourMs + 1_000);
    await app.app.runDue();
    const first = app.app.runJobs();
    await expect.poll(() => desk.pages.length, { timeout: 30_000 }).toBe(1);
    await second.app.runDue();
    await second.app.runJobs();
    expect(desk.pages).toHaveLength(1);
    open();
    await first;
    await second.app.runJobs();
    expect(desk.pages).toHaveLength(3);
  });
});

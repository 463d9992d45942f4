import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PaymentProvider, reportDrift } from '../../../src/modules/billing/index.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, type Person } from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import { itemsAt, newKept } from '../../payment-provider/contract/steps.ts';
import {
  createPaidSubscription,
  openIntent,
  passTime,
  settle,
  withoutProvider,
} from '../support/payment-scenes.ts';
import { steerStripe } from '../support/sandbox.ts';

const hourMs = 3_600_000;

interface DriftLine {
  readonly subscription: string | null;
  readonly drift: string;
  readonly here: string;
  readonly there: string;
}

describe('the reconciler', () => {
  let app: TestApp;
  let provider: PaymentProvider;
  let lines: { readonly msg: string; readonly level: number }[] = [];
  let person: Person;
  let id: string;
  /** The provider lists no events. */
  let isSilent = false;

  beforeAll(async () => {
    const stream = { write: note };
    app = await createTestApp({
      logger: { level: 'warn', stream },
      payments(real) {
        provider = real;
        const none = { events: [], hasMore: false };
        const listEvents: typeof real.listEvents = async (question) =>
          isSilent ? none : await real.listEvents(question);
        return { ...real, listEvents };
      },
    });
    person = await createPerson(app);
    id = await createPaidSubscription(app, person);
    await comeRound();
  });
  afterAll(() => app.close());

  /** A change that is planted as open for an hour is backlog, not drift. */
  function note(text: string): void {
    const line = JSON.parse(text);
    lines.push(...(line.msg === 'billing backlog reported' ? [] : [line]));
  }

  /** The next time that everybody is compared; answers what was said of it. */
  async function comeRound(also: readonly string[] = []): Promise<DriftLine[]> {
    lines = [];
    person = await passTime(app, hourMs + 1_000, person);
    const others = lines.filter(({ msg }) => msg !== 'billing drift');
    expect(others.map(({ msg }) => msg)).toEqual(also);
    const said = lines.filter((line) => !others.includes(line)) as unknown as DriftLine[];
    return said.map(({ subscription, drift, here, there }) => ({
      subscription,
      drift,
      here,
      there,
    }));
  }

  async function findCustomer(): Promise<string> {
    const { rows } = await sql<{ customer_id: string }>`
      select customer_id from billing_accounts where subscription_id = ${id}`.execute(app.db);
    return rows[0]?.customer_id ?? '';
  }

  /** Charges for something that no call of ours has asked for. */
  async function startElsewhere(customerId: string, subscriptionId: string): Promise<string> {
    const key = `elsewhere-${subscriptionId}-${customerId}`;
    if ((await provider.listCards(customerId)).length === 0) {
      await provider.keepCard(newKept(customerId, 'pm_card_visa', { subscriptionId }));
    }
    const wanted = { key, customerId, subscriptionId, intentId: key };
    const charge = await provider.startSubscription({
      ...wanted,
      items: itemsAt('price_pro_week'),
    });
    expect(charge.outcome).toBe('paid');
    return 'subscription' in charge ? charge.subscription.id : '';
  }

  it('says nothing while nothing differs', async () => {
    expect(await comeRound()).toEqual([]);
    expect(await findDrift(app, id)).toEqual([]);
  });

  it.each([
    ['status', sql`update subscriptions set status = 'past_due' where id = `, 'past_due', 'active'],
    ['plan', sql`update subscriptions set plan_id = 'enterprise' where id = `, 'enterprise', 'pro'],
    [
      'end of period',
      sql`update billing_accounts set period_end = '2001-01-01Z' where subscription_id = `,
      '2001-01-01T00:00:00.000Z',
      expect.any(String),
    ],
    [
      'ending',
      sql`update billing_accounts set ends_at = '2001-01-01Z' where subscription_id = `,
      '2001-01-01T00:00:00.000Z',
      'none',
    ],
    [
      'card',
      sql`update billing_accounts set card = null where subscription_id = `,
      'none',
      expect.stringMatching(/^visa 4242 /),
    ],
    [
      'invoice',
      sql`update invoices set status = 'open' where subscription_id = `,
      expect.stringMatching(/ open 1000 usd$/),
      expect.stringMatching(/ paid 1000 usd$/),
    ],
    [
      'invoice',
      sql`delete from invoices where subscription_id = `,
      expect.stringMatching(/^no /),
      expect.stringMatching(/ paid 1000 usd$/),
    ],
  ] as const)('says that the %s differs, and repairs it', async (...planted) => {
    const [drift, plant, here, there] = planted;
    await sql`${plant}${id}`.execute(app.db);
    expect(await comeRound()).toEqual([{ subscription: id, drift, here, there }]);
    expect(await findDrift(app, id)).toEqual([]);
    expect(await comeRound()).toEqual([]);
  });

  it('takes a subscription back that it had lost sight of', async () => {
    await sql`
      update billing_accounts set provider_subscription_id = null
      where subscription_id = ${id}`.execute(app.db);
    const said = await comeRound(['running subscription adopted']);
    expect(said.map(({ drift }) => drift)).toEqual([
      'charged subscription',
      'charged subscription',
    ]);
    expect(await findDrift(app, id)).toEqual([]);
    expect(await comeRound()).toEqual([]);
  });

  it('follows a first payment whose end nobody told', async () => {
    await sql`
      update billing_accounts set provider_subscription_id = null,
        next_provider_subscription_id = provider_subscription_id
      where subscription_id = ${id}`.execute(app.db);
    await sql`update subscriptions set plan_id = 'free' where id = ${id}`.execute(app.db);
    expect(await comeRound()).toEqual([
      { subscription: id, drift: 'first payment', here: 'incomplete', there: 'active' },
    ]);
    expect(await findDrift(app, id)).toEqual([]);
    expect(await comeRound()).toEqual([]);
  });

  it('says again and again that a second one of the same customer charges, and ends neither', async () => {
    const second = await startElsewhere(await findCustomer(), id);
    const stray = { subscription: id, drift: 'charged subscription', here: 'unknown' };
    for (let time = 0; time < 2; time += 1) {
      expect(await comeRound()).toContainEqual({ ...stray, there: `${second} active` });
    }
    expect(await provider.listSubscriptions(await findCustomer())).toHaveLength(2);
    await provider.endSubscription({ key: `${second}-end`, id: second });
    expect(await comeRound()).toEqual([]);
  });

  it('says that a canceled one is still charged', async () => {
    await sql`update subscriptions set status = 'canceled' where id = ${id}`.execute(app.db);
    app.clock.advance(24 * hourMs);
    const [running] = await provider.listSubscriptions(await findCustomer());
    const there = `${running?.id} active`;
    const drift = 'charged subscription';
    expect(await comeRound()).toEqual([{ subscription: id, drift, here: 'canceled', there }]);
    await sql`update subscriptions set status = 'active' where id = ${id}`.execute(app.db);
    await comeRound();
  });

  it('says that something is charged for a subscription that is not here', async () => {
    const customerId = await provider.createCustomer({
      key: `gone-${id}`,
      subscriptionId: `gone-${id}`,
      email: 'ada@example.com',
    });
    const orphan = await startElsewhere(customerId, `gone-${id}`);
    const there = `${orphan} active of gone-${id}`;
    const line = { subscription: null, drift: 'charged subscription', here: 'unknown', there };
    expect(await comeRound()).toEqual([line]);
    await provider.endSubscription({ key: `${orphan}-end`, id: orphan });
    expect(await comeRound()).toEqual([]);
  });

  it('reports without repairing when an operator asks', async () => {
    const settings = app.config.product;
    const ask = () => reportDrift({ db: app.db, clock: app.clock, settings, payments: provider });
    const { compared, sentences } = await ask();
    expect(sentences).toEqual([]);
    expect(compared).toBeGreaterThan(0);
    await sql`update subscriptions set status = 'unpaid' where id = ${id}`.execute(app.db);
    const sentence = `${id}: status is unpaid here, active at the provider.`;
    expect((await ask()).sentences).toEqual([sentence]);
    expect((await ask()).sentences).toEqual([sentence]);
    expect(await comeRound()).toHaveLength(1);
    expect((await ask()).sentences).toEqual([]);
  });

  it('calls nothing drift that somebody is at work on, or that waits to be followed', async () => {
    await sql`update subscriptions set status = 'past_due' where id = ${id}`.execute(app.db);
    await openIntent(app, id, person);
    await sql`update intents set leased_until = 'infinity'`.execute(app.db);
    expect(await comeRound()).toEqual([]);
    await sql`delete from intents where subscription_id = ${id}`.execute(app.db);

    const at = new Date(app.clock.now().getTime() + hourMs);
    await sql`
      insert into provider_events (id, type, customer_id, created_at, received_at)
      values (${`waiting-${id}`}, 'invoice.paid', ${await findCustomer()}, ${at}, ${at})`.execute(
      app.db,
    );
    expect(await comeRound()).toEqual([]);
    await sql`delete from provider_events where id = ${`waiting-${id}`}`.execute(app.db);
    expect(await comeRound()).toHaveLength(1);
  });

  it('waits for a provider that is away, and compares later', async () => {
    await sql`update subscriptions set status = 'past_due' where id = ${id}`.execute(app.db);
    app.clock.advance(hourMs + 1_000);
    lines = [];
    await app.app.runDue();
    await withoutProvider(app, () => app.app.runJobs());
    expect(lines).toEqual([]);
    expect(await comeRound()).toHaveLength(1);
  });

  it('compares nobody twice within the hour', async () => {
    await sql`update subscriptions set status = 'past_due' where id = ${id}`.execute(app.db);
    app.clock.advance(hourMs / 2);
    lines = [];
    await settle(app);
    expect(lines).toEqual([]);
    const data = { subscriptionId: id };
    const answer = await callable(app, 'getBillingSummary', { data, idToken: person.idToken });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await comeRound()).toHaveLength(1);
  });

  it('follows an end that nobody told', async () => {
    const [running] = await provider.listSubscriptions(await findCustomer());
    isSilent = true;
    await steerStripe(app, 'remove_webhooks', {});
    await provider.endSubscription({ key: `${id}-end`, id: running?.id ?? '' });
    expect(await comeRound()).toContainEqual({
      subscription: id,
      drift: 'status',
      here: 'active',
      there: 'canceled',
    });
    const { rows } = await sql`select status from subscriptions where id = ${id}`.execute(app.db);
    expect(rows).toEqual([{ status: 'canceled' }]);
    expect(await comeRound()).toEqual([]);
  });

  it('ends nothing that the provider does not know, as with the keys of another account, and says so each hour', async () => {
    id = await createPaidSubscription(app, person);
    await comeRound();
    const { rows } = await sql`
      select card from billing_accounts where subscription_id = ${id}`.execute(app.db);
    const expMonth = expect.any(Number);
    const expYear = expect.any(Number);
    expect(rows).toEqual([{ card: { brand: 'visa', last4: '4242', expMonth, expYear } }]);

    const customerId = await findCustomer();
    await sql`delete from sandbox.object where owner = ${customerId}`.execute(app.db);
    await sql`delete from sandbox.state where owner = ${customerId}`.execute(app.db);
    const drift = {
      subscription: id,
      drift: 'charged subscription',
      here: expect.any(String),
      there: 'unknown',
    };
    const skipped = ['billing projection skipped'];
    expect(await comeRound(skipped)).toEqual([drift]);
    const { rows: after } = await sql`
      select status from subscriptions where id = ${id}`.execute(app.db);
    expect(after).toEqual([{ status: 'active' }]);
    expect(await comeRound(skipped)).toEqual([drift]);
  });
});

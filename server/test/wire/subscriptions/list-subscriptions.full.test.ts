import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  addCard,
  createPaidSubscription,
  dayMs,
  expectDone,
  openIntent,
  passTime,
  weekMs,
} from '../../billing/support/payment-scenes.ts';
import { addMember, invite } from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  document,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

const path = '/v1/subscriptions';

describe('listSubscriptions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('answers an empty list to a new person', async () => {
    const { idToken } = await createPerson(app);
    const answer = await document(app, `GET ${path}`, { idToken });
    expect(answer.json()).toEqual({ subscriptions: [], nextPageToken: null });
  });

  it('answers one’s own and those one is a member of, newest first', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    const first = await createFreeSubscription(app, ada);
    app.clock.advance(1_000);
    const second = await createFreeSubscription(app, grace);
    await addMember(app, { subscriptionId: second, uid: ada.uid });
    app.clock.advance(1_000);
    await createFreeSubscription(app, grace);

    const answer = await document(app, `GET ${path}`, { idToken: ada.idToken });

    expect(answer.json().subscriptions).toMatchObject([
      { id: second, owner_id: grace.uid, permissions: { access: [ada.uid] } },
      { id: first, owner_id: ada.uid, permissions: { access: [ada.uid], admin: [ada.uid] } },
    ]);
  });

  describe('of a person with many', () => {
    let ada: Person;
    beforeAll(async () => {
      ada = await createPerson(app);
      // Several of them at one instant, and each tenth one hidden.
      await sql`
        with made as (
          insert into subscriptions (id, owner_id, plan_id, status, created_at, updated_at)
          select 'many' || lpad(n::text, 16, '0'), 'somebody', 'free',
            case when n % 10 = 0 then 'incomplete' else 'active' end,
            date_trunc('second', now()) - n / 7 * interval '1 hour', now()
          from generate_series(1, 1000) n returning id
        )
        insert into memberships (subscription_id, account_id, permissions, created_at)
        select id, ${ada.uid}, '{access}', now() from made`.execute(app.db);
    });

    async function walk(pageSize?: number): Promise<string[][]> {
      const pages: string[][] = [];
      let token: string | null = null;
      do {
        const query = new URLSearchParams({
          ...(pageSize && { pageSize: String(pageSize) }),
          ...(token && { pageToken: token }),
        });
        const answer = await document(app, `GET ${path}?${query}`, { idToken: ada.idToken });
        const page = answer.json();
        pages.push(page.subscriptions.map(({ id }: { id: string }) => id));
        token = page.nextPageToken;
      } while (token !== null);
      return pages;
    }

    it('answers 100 at a time, each once, newest first', async () => {
      const pages = await walk();
      expect(pages.map(({ length }) => length)).toEqual(Array(9).fill(100));
      const ids = pages.flat();
      expect(new Set(ids).size).toBe(900);
      const { rows } = await sql<{ id: string }>`
        select id from subscriptions where id like 'many%' and status = 'active'
        order by created_at desc, id`.execute(app.db);
      expect(ids).toEqual(rows.map(({ id }) => id));
      expect((await walk(37)).flat()).toEqual(ids);
    });

    it('asks the database as often for a hundred as for one', async () => {
      const queries = vi.spyOn(pg.Client.prototype, 'query');
      onTestFinished(() => queries.mockRestore());
      const count = async (pageSize: number) => {
        queries.mockClear();
        const { idToken } = ada;
        const answer = await document(app, `GET ${path}?pageSize=${pageSize}`, { idToken });
        expect(answer.json().subscriptions).toHaveLength(pageSize);
        return queries.mock.calls.length;
      };
      const one = await count(1);
      expect(one).toBeGreaterThan(0);
      expect(await count(100)).toBe(one);
    });

    it('refuses a page of another size, and a token that is none', async () => {
      const ask = (query: string) =>
        document(app, `GET ${path}?${query}`, { idToken: ada.idToken });
      for (const query of ['pageSize=0', 'pageSize=101', 'pageSize=ten', 'pageToken=abc']) {
        expectRefusal(await ask(query), 'request/invalid');
      }
    });
  });

  it('shows an incomplete subscription to its owner alone', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    const id = await createFreeSubscription(app, ada);
    await addMember(app, { subscriptionId: id, uid: grace.uid });
    await sql`update subscriptions set status = 'incomplete' where id = ${id}`.execute(app.db);
    const own = await document(app, `GET ${path}`, { idToken: ada.idToken });
    expect(own.json().subscriptions).toHaveLength(1);
    const other = await document(app, `GET ${path}`, { idToken: grace.idToken });
    expect(other.json().subscriptions).toEqual([]);
    expectRefusal(
      await document(app, `GET ${path}/${id}`, { idToken: grace.idToken }),
      'access/denied',
    );
  });

  it('before the first payment is through: has no next charge', async () => {
    const ada = await createPerson(app);
    const id = await createPaidSubscription(app, ada);
    const read = async () => {
      const list = await document(app, `GET ${path}`, { idToken: ada.idToken });
      return list.json().subscriptions[0].next_charge;
    };
    expect(await read()).not.toBeNull();
    await sql`update subscriptions set status = 'incomplete' where id = ${id}`.execute(app.db);
    expect(await read()).toBeNull();
    const summary = { data: { subscriptionId: id }, idToken: ada.idToken };
    const said = await callable(app, 'getBillingSummary', summary);
    expect(expectDone(said).next_invoice).toBeNull();
  });

  it('says what is paid for each, and when it ends by itself', async () => {
    const ada = await createPerson(app);
    const paid = await createPaidSubscription(app, ada);
    const free = await createFreeSubscription(app, ada);
    const endsAt = new Date('2030-01-01T00:00:00.000Z');
    await sql`
      update billing_accounts set price_amount = 800, ends_at = ${endsAt}
      where subscription_id = ${paid}`.execute(app.db);
    const { idToken } = ada;
    const answer = await document(app, `GET ${path}`, { idToken });
    const [first, second] = answer.json().subscriptions;
    expect(first).toMatchObject({ id: free, plan_id: 'free' });
    expect(first).not.toHaveProperty('price');
    expect(second).toMatchObject({
      id: paid,
      price: { amount: 800, currency: 'usd' },
      cancel_at: endsAt.toISOString(),
    });

    const data = { subscriptionId: paid, planId: 'free' };
    expect((await callable(app, 'changeSubscriptionPlan', { data, idToken })).statusCode).toBe(200);
    await sql`update billing_accounts set ends_at = ${endsAt}`.execute(app.db);
    const [, onFree] = (await document(app, `GET ${path}`, { idToken })).json().subscriptions;
    expect(onFree).toMatchObject({ id: paid, plan_id: 'free' });
    expect(onFree).not.toHaveProperty('price');
    expect(onFree).not.toHaveProperty('cancel_at');
  });

  it('says how many seats are taken, and who the first three people are', async () => {
    const owner = await createPerson(app, 'Zoe Owner');
    const id = await createFreeSubscription(app, owner);
    await invite(app, { subscriptionId: id, email: 'invited@x.example', idToken: owner.idToken });
    const names = ['Dora', 'Bob', 'Carl'];
    const people: Person[] = [];
    for (const name of names) {
      const person = await createPerson(app, name);
      await addMember(app, { subscriptionId: id, uid: person.uid });
      people.push(person);
    }
    const [dora, bob, carl] = people;
    const avatar_url = 'https://example.com/bob.png';
    await document(app, `PATCH /v1/users/${bob?.uid}`, { ...bob, body: { avatar_url } });
    const { idToken = '' } = dora ?? {};
    const [listed] = (await document(app, `GET ${path}`, { idToken })).json().subscriptions;
    expect(listed.seats).toEqual({ used: 5, limit: 10 });
    expect(listed.people).toEqual({
      total: 4,
      first: [
        { uid: owner.uid, display_name: 'Zoe Owner', avatar_url: '' },
        { uid: bob?.uid, display_name: 'Bob', avatar_url },
        { uid: carl?.uid, display_name: 'Carl', avatar_url: '' },
      ],
    });
  });

  it('counts an expired invite no longer', async () => {
    const owner = await createPerson(app);
    const id = await createFreeSubscription(app, owner);
    await invite(app, { subscriptionId: id, email: 'late@x.example', idToken: owner.idToken });
    app.clock.advance(15 * dayMs);
    const { idToken } = await signIn(app, owner);
    const [listed] = (await document(app, `GET ${path}`, { idToken })).json().subscriptions;
    expect(listed.seats.used).toBe(1);
  });

  it('tells members the next charge, and admin-level holders alone the card', async () => {
    const [ada, member] = [await createPerson(app), await createPerson(app)];
    const paid = await createPaidSubscription(app, ada);
    await addMember(app, { subscriptionId: paid, uid: member.uid });
    const list = async ({ idToken }: Person) =>
      (await document(app, `GET ${path}`, { idToken })).json().subscriptions[0];
    const card = { brand: 'visa', last4: '4242' };
    const known = { next_charge: { total: null }, owed: null, card, needs_confirmation: false };
    const listed = await list(ada);
    expect(listed).toMatchObject(known);
    const { date } = listed.next_charge;
    const daysAhead = (Date.parse(date) - app.clock.now().getTime()) / dayMs;
    expect(daysAhead).toBeCloseTo(7, 2);

    const data = { subscriptionId: paid };
    await callable(app, 'getBillingSummary', { data, idToken: ada.idToken });
    const total = { amount: 1_000, currency: 'usd' };
    expect(await list(ada)).toMatchObject({ next_charge: { date, total } });
    const shown = { next_charge: { date, total }, owed: null, card: null };
    expect(await list(member)).toMatchObject(shown);

    await sql`update billing_accounts set ends_at = ${date}, awaits_person = true
      where subscription_id = ${paid}`.execute(app.db);
    expect(await list(ada)).toMatchObject({ next_charge: null, needs_confirmation: true });
    expect(await list(member)).toMatchObject({ needs_confirmation: false });
  });

  it('says what is owed, when it failed, and when it is tried again', async () => {
    const ada = await createPerson(app);
    const paid = await createPaidSubscription(app, ada);
    const boughtAt = app.clock.now().getTime();
    const card = { ...ada, subscriptionId: paid };
    const paymentMethodId = await addCard(app, card, '4000 0000 0000 0341');
    const data = { subscriptionId: paid, paymentMethodId };
    await callable(app, 'setDefaultPaymentMethod', { data, idToken: ada.idToken });
    let now = await passTime(app, weekMs + dayMs, ada);
    const list = async () =>
      (await document(app, `GET ${path}`, { idToken: now.idToken })).json().subscriptions[0];
    const owedOn = async () => {
      const { status, owed } = await list();
      const { amount, currency, ...instants } = owed;
      const days = Object.entries(instants).map(([name, instant]) => {
        const ms = instant === null ? null : Date.parse(String(instant)) - boughtAt;
        return [name, ms === null ? null : Math.round(ms / dayMs)];
      });
      return { status, amount, currency, ...Object.fromEntries(days) };
    };
    const owed = { status: 'past_due', amount: 1_000, currency: 'usd' };
    expect(await owedOn()).toEqual({ ...owed, failed_at: 8, retry_at: 10 });
    now = await passTime(app, 3 * dayMs, now);
    expect(await owedOn()).toEqual({ ...owed, failed_at: 10, retry_at: 15 });
    now = await passTime(app, 5 * dayMs, now);
    // By now the next week is not paid either.
    expect(await owedOn()).toEqual({ ...owed, amount: 2_000, failed_at: 15, retry_at: 17 });
    now = await passTime(app, 7 * dayMs, now);
    const given = { ...owed, amount: 3_000, status: 'unpaid', failed_at: 17, retry_at: 24 };
    expect(await owedOn()).toEqual(given);

    const good = { subscriptionId: paid, paymentMethodId: await addCard(app, { ...card, ...now }) };
    await callable(app, 'setDefaultPaymentMethod', { data: good, idToken: now.idToken });
    await callable(app, 'resumePayment', { data: { subscriptionId: paid }, idToken: now.idToken });
    expect(await list()).toMatchObject({ status: 'active', owed: null });
  });

  it('shows no card while the one of the owner before is being removed', async () => {
    const ada = await createPerson(app);
    const paid = await createPaidSubscription(app, ada);
    await openIntent(app, paid, ada);
    await sql`update intents set kind = 'forget-payer' where id = ${`open-${paid}`}`.execute(
      app.db,
    );
    const answer = await document(app, `GET ${path}`, { idToken: ada.idToken });
    expect(answer.json().subscriptions[0].card).toBeNull();
  });

  it('refuses visitors and unknown query fields', async () => {
    expectRefusal(await document(app, `GET ${path}`), 'auth/unauthenticated');
    const { idToken } = await createPerson(app);
    expectRefusal(await document(app, `GET ${path}?owner_id=x`, { idToken }), 'request/invalid');
  });
});

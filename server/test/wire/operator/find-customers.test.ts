import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPaidSubscription } from '../../billing/support/payment-scenes.ts';
import { callAs, createOperatedApp, createOperator } from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { createPerson, expectRefusal, type Person, signIn } from '../../harness/wire-client.ts';

describe('findCustomers', () => {
  let app: TestApp;
  let operator: Person;
  let zoe: Person;
  let projectId: string;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
    zoe = await createPerson(app, 'Zoë Kowalczyk');
    projectId = await createPaidSubscription(app, zoe);
    await sql`update subscriptions set name = 'Ölmühle 50% off' where id = ${projectId}`.execute(
      app.db,
    );
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    operator = await signIn(app, operator);
  });

  async function find(text: string) {
    const answer = await callAs(app, operator, 'POST /find', { text });
    expect(answer.statusCode, answer.body).toBe(200);
    const { people, projects, invoices } = answer.json();
    return {
      people: people.map(({ uid }: { uid: string }) => uid),
      projects: projects.map(({ subscriptionId }: { subscriptionId: string }) => subscriptionId),
      invoices: invoices.map(({ id }: { id: string }) => id),
    };
  }
  const column = async (name: string, table: string) => {
    const { rows } = await sql<{ value: string }>`
      select ${sql.raw(name)} as value from ${sql.raw(table)}
      where subscription_id = ${projectId}`.execute(app.db);
    return rows[0]?.value ?? expect.fail();
  };

  it.each(['zoe kowal', 'ZOË', 'walczyk', 'zo'])(
    'a person by a part of the name: %s',
    async (text) => {
      expect((await find(text)).people).toEqual([zoe.uid]);
    },
  );

  it('a person by a part of the address, by all of it, and by the uid', async () => {
    for (const text of [zoe.email.slice(2), zoe.email.toUpperCase(), zoe.uid]) {
      expect((await find(text)).people).toEqual([zoe.uid]);
    }
  });

  it('a project by its name and id, the last digits of its card, and ids of the provider', async () => {
    const customer = await column('customer_id', 'billing_accounts');
    const charged = await column('provider_subscription_id', 'billing_accounts');
    for (const text of ['olmuhle', '50%', projectId, '4242', customer, charged]) {
      expect([text, (await find(text)).projects]).toEqual([text, [projectId]]);
    }
  });

  it('an invoice by a part of its number and by its id', async () => {
    const number = await column('number', 'invoices');
    const id = await column('id', 'invoices');
    for (const text of [number, number.slice(2).toLowerCase(), id]) {
      expect([text, (await find(text)).invoices]).toEqual([text, [id]]);
    }
  });

  it.each([
    "'; drop table accounts; --",
    '%%%',
    '___',
    '\\\\\\',
    '\u202emoc.elpmaxe',
    'x'.repeat(200),
  ])('nothing for a text that is nobody’s: %j', async (text) => {
    expect(await find(text)).toEqual({ people: [], projects: [], invoices: [] });
  });

  it.each(['a', '  a  ', 'x'.repeat(201), ''])(
    'a text that is too short or too long: refused: %j',
    async (text) => {
      expectRefusal(await callAs(app, operator, 'POST /find', { text }), 'request/invalid');
    },
  );
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPaidSubscription,
  passTime,
  settle,
  weekMs,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { findCustomer, listAtStripe, sendToStripe } from '../../billing/support/sandbox.ts';
import { expectRejected } from '../../billing/support/unruly-provider.ts';
import { addMember } from '../../harness/factories.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createFreeSubscription,
  createPerson,
  document,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

describe('getInvoiceLink', () => {
  let app: TestApp;
  let ada: Person;
  let subscriptionId: string;
  let invoiceId: string;
  beforeAll(async () => {
    app = await createTestApp();
    ada = await createPerson(app);
    subscriptionId = await createPaidSubscription(app, ada);
    await settle(app);
    invoiceId = await firstInvoice(app, subscriptionId);
  });
  afterAll(() => app.close());

  interface Asked {
    readonly id?: string;
    readonly person?: Person;
    readonly of?: string;
    readonly query?: string;
  }

  const open = (
    { id = invoiceId, person = ada, of = subscriptionId, query = '' }: Asked = {},
    to = app,
  ) =>
    document(to, `GET /v1/subscriptions/${of}/invoices/${id}/link${query}`, {
      idToken: person.idToken,
    });

  it('answers where the provider shows the invoice now, and keeps the address nowhere', async () => {
    const answer = await open();
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ url: expect.stringMatching(/\/sandbox\/i\/acct\/in_\w+$/) });
    const { rows } = await sql<{ row: object }>`select to_jsonb(i) as row from invoices i`.execute(
      app.db,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('http');
  });

  it('leads to a page with the seller, in the language of its reader', async () => {
    const seller = { name: 'Hearth Ltd', address: ['1 Fire Lane', 'London'] };
    const own = await createOwnTestApp({ product: { seller } });
    const joan = await createPerson(own);
    const bought = await createPaidSubscription(own, joan);
    await settle(own);
    const id = await firstInvoice(own, bought);
    const { url } = (await open({ id, person: joan, of: bought }, own)).json();
    const page = async (language: string) => {
      const headers = { 'accept-language': language };
      return (await own.server.inject({ url: new URL(url).pathname, headers })).body;
    };
    expect(await page('en')).toContain('Hearth Ltd<br>1 Fire Lane<br>London');
    expect(await page('en')).toContain('1 × Pro (at $10.00 / week)');
    expect(await page('zh')).toContain('发票');
  });

  it('leads to the PDF and the receipt', async () => {
    const paper = async (wanted: string) => {
      const { url } = (await open({ query: `?document=${wanted}` })).json();
      const answer = await app.server.inject({ url: new URL(url).pathname });
      expect(answer.headers['cache-control']).toBe('no-store');
      return [answer.statusCode, answer.headers['content-type']];
    };
    expect(await paper('pdf')).toEqual([200, 'application/pdf']);
    expect(await paper('receipt')).toEqual([200, 'text/html; charset=utf-8']);
    expectRefusal(await open({ query: '?document=other' }), 'request/invalid');
  });

  it('refuses with billing/invoice-unknown a receipt where no card was charged', async () => {
    const own = await createOwnTestApp({});
    const joan = await createPerson(own);
    const bought = await createPaidSubscription(own, joan);
    const { id: customer } = (await findCustomer(own, bought)) ?? expect.fail();
    await sendToStripe(own, `/v1/customers/${customer}`, { balance: '-1000' });
    const person = await passTime(own, weekMs, joan);
    const [newest] = (await listAtStripe(own, `/v1/invoices?customer=${customer}`)).reverse();
    const asked = { id: newest?.id, person, of: bought };
    expect((await open({ ...asked, query: '?document=pdf' }, own)).statusCode).toBe(200);
    const receipt = await open({ ...asked, query: '?document=receipt' }, own);
    expectRefusal(receipt, 'billing/invoice-unknown');
  });

  it('answers admin-level holders, also while the project is closed until it is paid', async () => {
    const [admin, member] = [await createPerson(app), await createPerson(app)];
    const permissions = ['access', 'admin'];
    await addMember(app, { subscriptionId, uid: admin.uid, permissions });
    await addMember(app, { subscriptionId, uid: member.uid });
    await sql`update subscriptions set status = 'unpaid' where id = ${subscriptionId}`.execute(
      app.db,
    );
    expect((await open({ person: admin })).statusCode).toBe(200);
    await sql`update subscriptions set status = 'active' where id = ${subscriptionId}`.execute(
      app.db,
    );
    expectRefusal(await open({ person: member }), 'access/denied');
  });

  it('refuses with billing/invoice-unknown a draft, and one of another project', async () => {
    const other = await createPaidSubscription(app, ada, 'enterprise');
    await settle(app);
    const foreign = await firstInvoice(app, other);
    expectRefusal(await open({ id: foreign }), 'billing/invoice-unknown');
    expectRefusal(await open({ id: 'in_none' }), 'billing/invoice-unknown');
    await sql`update invoices set status = 'draft' where id = ${foreign}`.execute(app.db);
    expectRefusal(await open({ id: foreign, of: other }), 'billing/invoice-unknown');
    expectRefusal(await open({ id: 'in%20none' }), 'request/invalid');
  });

  it('refuses with billing/provider-unavailable where the provider does not answer', async () => {
    await withoutProvider(app, async () => {
      expectRefusal(await open(), 'billing/provider-unavailable');
    });
  });

  it('refuses with billing/not-set-up where nobody takes money', async () => {
    const own = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    const joan = await createPerson(own);
    const free = await createFreeSubscription(own, joan);
    await sql`
      insert into invoices (id, subscription_id, created_at, total, currency, status)
      values ('in_left', ${free}, now(), 100, 'usd', 'paid')`.execute(own.db);
    expectRefusal(await open({ id: 'in_left', person: joan, of: free }, own), 'billing/not-set-up');
  });

  it('refuses with billing/rejected what the provider will never do', async () => {
    await expectRejected('readInvoiceLink', async (scene) => {
      const id = await firstInvoice(scene.app, scene.subscriptionId);
      const path = `/v1/subscriptions/${scene.subscriptionId}/invoices/${id}/link`;
      return await document(scene.app, `GET ${path}`, scene);
    });
  });
});

async function firstInvoice({ db }: TestApp, subscriptionId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from invoices where subscription_id = ${subscriptionId}
    order by created_at limit 1`.execute(db);
  return rows[0]?.id ?? expect.fail('no invoice');
}

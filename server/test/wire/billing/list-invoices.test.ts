import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaidSubscription, passTime, weekMs } from '../../billing/support/payment-scenes.ts';
import { addMember } from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createFreeSubscription,
  createPerson,
  document,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

interface Page {
  invoices: {
    id: string;
    created: number;
    paid_until: number | null;
    hosted_invoice_url: string | null;
  }[];
  total: number;
  nextPageToken: string | null;
}

const count = 25;

describe('listInvoices', () => {
  let app: TestApp;
  let ada: Person;
  let subscriptionId: string;
  beforeAll(async () => {
    app = await createTestApp();
    ada = await createPerson(app);
    subscriptionId = await createPaidSubscription(app, ada);
    ada = await passTime(app, (count - 1) * weekMs + 60_000, ada);
  });
  afterAll(() => app.close());

  const list = (query = '', { idToken } = ada, id = subscriptionId) =>
    document(app, `GET /v1/subscriptions/${id}/invoices${query}`, { idToken });

  async function page(query = '', person = ada): Promise<Page> {
    const answer = await list(query, person);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }

  it('answers the newest first, ten of them, with the number of all', async () => {
    const { invoices, total, nextPageToken } = await page();
    expect(invoices[0]).toEqual({
      id: expect.any(String),
      number: expect.stringMatching(/^[0-9A-F]{8}-0025$/),
      created: expect.any(Number),
      paid_until: expect.any(Number),
      total: 1_000,
      currency: 'usd',
      status: 'paid',
      refunded: 0,
      credited: 0,
      disputed: 0,
      dispute_status: null,
      paid_outside: false,
      hosted_invoice_url: expect.stringContaining(
        `/subscription/${subscriptionId}/billing/invoices/in_`,
      ),
      pdf_url: expect.stringMatching(/\/billing\/invoices\/in_\w+\?document=pdf$/),
      receipt_url: expect.stringMatching(/\/billing\/invoices\/in_\w+\?document=receipt$/),
    });
    expect([invoices.length, total]).toEqual([10, count]);
    expect(nextPageToken).toEqual(expect.any(String));
    const [newest] = invoices;
    expect((newest?.paid_until ?? 0) - (newest?.created ?? 0)).toBe(weekMs / 1_000);
    const times = invoices.map(({ created }) => created);
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect((times[0] ?? 0) - (times[1] ?? 0)).toBe(weekMs / 1_000);
  });

  /** Ids of all invoices, gone through page by page. */
  async function walk(size: number, more = ''): Promise<string[]> {
    const seen: string[] = [];
    let token: string | null = '';
    for (let turns = 0; token !== null && turns <= count; turns += 1) {
      const query: string = `?pageSize=${size}${more}${token && `&pageToken=${token}`}`;
      const { invoices, total, nextPageToken }: Page = await page(query);
      expect(total).toBe(count);
      expect(invoices.length).toBeLessThanOrEqual(size);
      seen.push(...invoices.map(({ id }) => id));
      token = nextPageToken;
    }
    expect(token).toBeNull();
    return seen;
  }

  it.each([[1], [7], [10], [25], [100]])(
    'goes through all in pages of %i, each once',
    async (size) => {
      const seen = await walk(size);
      expect([seen.length, new Set(seen).size]).toEqual([count, count]);
    },
  );

  it('asked for the oldest first: answers all in the opposite order, page by page', async () => {
    const newestFirst = await walk(100);
    expect(await walk(7, '&order=newest')).toEqual(newestFirst);
    expect(await walk(7, '&order=oldest')).toEqual(newestFirst.toReversed());
  });

  it('invoice that charges for no time: says so', async () => {
    const [newest] = (await page()).invoices;
    await sql`update invoices set paid_until = null where id = ${newest?.id}`.execute(app.db);
    expect((await page()).invoices[0]).toMatchObject({ paid_until: null });
  });

  it('answers none of a free subscription', async () => {
    const free = await createFreeSubscription(app, ada);
    const answer = await list('', ada, free);
    expect(answer.json()).toEqual({ invoices: [], total: 0, nextPageToken: null });
  });

  it('answers a token of another subscription with what is its own only', async () => {
    const { nextPageToken } = await page('?pageSize=1');
    const free = await createFreeSubscription(app, ada);
    const answer = await list(`?pageToken=${nextPageToken}`, ada, free);
    expect(answer.json()).toMatchObject({ invoices: [], total: 0 });
  });

  it.each([
    ['?pageSize=0'],
    ['?pageSize=101'],
    ['?pageSize=-1'],
    ['?pageSize=1.5'],
    ['?pageSize='],
    ['?pageSize=ten'],
    ['?order=largest'],
    ['?pageToken=nonsense'],
    ['?pageToken='],
    [`?pageToken=${toToken(['yesterday', 'in_1'])}`],
    [`?pageToken=${toToken({ id: 'in_1' })}`],
    [`?pageToken=${toToken(['2026-01-01T00:00:00.000Z', 7])}`],
    [`?pageToken=${toToken(['2026-01-01T00:00:00.000Z', 'in\u0000'])}`],
    [`?pageToken=${'x'.repeat(201)}`],
    ['?page=2'],
  ])('refuses %s', async (query) => {
    expectRefusal(await list(query), 'request/invalid');
  });

  it('names no receipt where no card was charged, and none before it is known', async () => {
    const [newest] = (await page()).invoices;
    const setTo = async (due: number | null) => {
      await sql`update invoices set due = ${due} where id = ${newest?.id}`.execute(app.db);
      return (await page()).invoices[0];
    };
    expect(await setTo(0)).toMatchObject({ receipt_url: null, pdf_url: expect.any(String) });
    expect(await setTo(null)).toMatchObject({ receipt_url: null });
    expect(await setTo(1_000)).toMatchObject({ receipt_url: expect.any(String) });
  });

  it('shows where an invoice can be read and paid to admin-level holders only', async () => {
    const [admin, member] = [await createPerson(app), await createPerson(app)];
    const permissions = ['access', 'admin'];
    await addMember(app, { subscriptionId, uid: admin.uid, permissions });
    await addMember(app, { subscriptionId, uid: member.uid });
    const full = await page();
    expect(await page('', admin)).toEqual(full);
    const { invoices } = await page('', member);
    const none = { hosted_invoice_url: null, pdf_url: null, receipt_url: null };
    expect(invoices).toEqual(full.invoices.map((one) => ({ ...one, ...none })));
    expectRefusal(await list('', await createPerson(app)), 'access/denied');
  });
});

function toToken(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receivedMails } from '../../harness/mailbox.ts';
import { readPdf } from '../../harness/read-pdf.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  document,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';
import { billingDetails, billingInfo, expectDone, settle } from '../support/payment-scenes.ts';

/** An evening of Nov 30 in Los Angeles, which is Dec 1 in UTC and in Auckland. */
const evening = Date.parse('2027-12-01T05:30:00Z');

describe('the days of a project', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    app.clock.advance(evening - app.clock.now().getTime());
  });
  afterAll(() => app.close());

  async function buy(timeZone?: string) {
    const person = await createPerson(app, 'Ada');
    const data = { planId: 'pro', billingInfo: billingInfo(), ...(timeZone && { timeZone }) };
    const bought = await callable(app, 'createSubscription', { data, idToken: person.idToken });
    await settle(app);
    return { person, id: String(expectDone(bought).subscriptionId) };
  }

  const read = async (path: `GET ${string}`, { idToken }: Person) =>
    (await document(app, path, { idToken })).json();

  async function papers(person: Person, id: string) {
    const { rows } = await sql<{ secret: string }>`
      select i.secret from sandbox.invoices i join sandbox.customers c on c.id = i.customer_id
      where c.reference = ${id}`.execute(app.db);
    const url = `/sandbox/invoices/${rows[0]?.secret}`;
    const [page, pdf] = await Promise.all([
      app.app.server.inject({ url: `${url}?lng=en` }),
      app.app.server.inject({ url: `${url}/pdf?lng=en` }),
    ]);
    const [receipt] = (await receivedMails(app, person.email)).filter(
      ({ kind }) => kind === 'receipt',
    );
    return { page: page.body, pdf: readPdf(pdf.rawPayload).join('\n'), mail: receipt?.text };
  }

  it.each([
    ['America/Los_Angeles', 'Nov 30, 2027', 'Nov 30, 2027 (America/Los_Angeles)'],
    ['Pacific/Auckland', 'Dec 1, 2027', 'Dec 1, 2027 (Pacific/Auckland)'],
    [undefined, 'Dec 1, 2027', 'Dec 1, 2027'],
    ['Mars/Olympus', 'Dec 1, 2027', 'Dec 1, 2027'],
  ])('are those of %s, in page, PDF and mail, which name it', async (timeZone, day, mailed) => {
    const { person, id } = await buy(timeZone);
    const isKnown = timeZone !== undefined && !timeZone.startsWith('Mars');
    const { time_zone } = await read(`GET /v1/subscriptions/${id}`, person);
    expect(time_zone).toBe(isKnown ? timeZone : undefined);
    const { page, pdf, mail } = await papers(person, id);
    for (const paper of [page, pdf]) {
      expect(paper).toContain(day);
      expect(paper).toContain(isKnown ? timeZone : 'UTC');
    }
    expect(mail).toContain(`Date: ${mailed}\n`);
  });

  it('can be those of another time zone from now on; an unknown one changes nothing', async () => {
    const { person, id } = await buy('America/Los_Angeles');
    const update = (time_zone: string) =>
      callable(app, 'updateBillingDetails', {
        data: { subscriptionId: id, ...billingDetails, time_zone },
        idToken: person.idToken,
      });
    expectRefusal(await update('Mars/Olympus'), 'billing/time-zone-unknown');
    expect((await update('+01:00')).statusCode).toBe(400);
    expect(await read(`GET /v1/subscriptions/${id}`, person)).toMatchObject({
      time_zone: 'America/Los_Angeles',
    });
    expectDone(await update('Pacific/Auckland'));
    const get = { data: { subscriptionId: id }, idToken: person.idToken };
    expect(expectDone(await callable(app, 'getBillingDetails', get))).toMatchObject({
      time_zone: 'Pacific/Auckland',
    });
    expect((await papers(person, id)).page).toContain('Dec 1, 2027');
  });
});

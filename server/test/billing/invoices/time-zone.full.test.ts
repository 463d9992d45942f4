import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receivedMails } from '../../harness/mailbox.ts';
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

  async function receiptOf({ email }: Person) {
    const mails = await receivedMails(app, email);
    return mails.find(({ kind }) => kind === 'receipt')?.text;
  }

  it.each([
    ['America/Los_Angeles', 'Nov 30, 2027 (America/Los_Angeles)'],
    ['Pacific/Auckland', 'Dec 1, 2027 (Pacific/Auckland)'],
    [undefined, 'Dec 1, 2027'],
    ['Mars/Olympus', 'Dec 1, 2027'],
  ])('are those of %s in the mail, which names it', async (timeZone, mailed) => {
    const { person, id } = await buy(timeZone);
    const isKnown = timeZone !== undefined && !timeZone.startsWith('Mars');
    const { time_zone } = await read(`GET /v1/subscriptions/${id}`, person);
    expect(time_zone).toBe(isKnown ? timeZone : undefined);
    expect(await receiptOf(person)).toContain(`Date: ${mailed}\n`);
  });

  it('are in another zone than those of local mode’s documents, which name theirs, too', async () => {
    const { person, id } = await buy('America/Los_Angeles');
    const { invoices } = await read(`GET /v1/subscriptions/${id}/invoices`, person);
    const link = `GET /v1/subscriptions/${id}/invoices/${invoices[0].id}/link` as const;
    const { pathname } = new URL((await read(link, person)).url);
    const page = await app.server.inject(pathname);
    expect(page.body).toContain('Dec 1, 2027 (UTC)');
    expect(await receiptOf(person)).toContain('Date: Nov 30, 2027 (America/Los_Angeles)\n');
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
  });
});

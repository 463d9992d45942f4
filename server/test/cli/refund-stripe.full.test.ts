import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operator as byOperator, writtenBy } from '../audit/recorder.ts';
import { kindsMailed, lastMail } from '../billing/support/money-mails.ts';
import { createPaidSubscription, settle } from '../billing/support/payment-scenes.ts';
import { createCrowd } from '../harness/crowd.ts';
import { plantClaim } from '../harness/frozen-project.ts';
import { toUrl } from '../harness/postgres.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import { document, type Person } from '../harness/wire-client.ts';
import {
  type StripeEmulator,
  startEmulator,
  stripeEnvironment,
} from '../payment-provider/stripe/emulator.ts';
import { runHearth } from './lines.ts';

const patience = { timeout: 120_000 };

describe('billing refund beside a server on Stripe', patience, () => {
  let emulator: StripeEmulator;
  let app: TestApp;
  let ada: Person;
  let subscriptionId: string;
  let invoiceId: string;
  let number: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    emulator = await startEmulator();
    const stripe = stripeEnvironment(emulator.url);
    app = await createTestApp({ logger: false, env: stripe });
    env = {
      ...stripe,
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: toUrl(await findLocation(app)),
    };
  });
  beforeEach(async () => {
    [ada = expect.fail()] = await createCrowd(app, 1);
    subscriptionId = await createPaidSubscription(app, ada);
    await settle(app);
    ({ id: invoiceId, number } = await readInvoice());
  });
  afterAll(async () => {
    await app.close();
    await emulator.stop();
  });

  const refund = (...line: string[]) => runHearth(['billing', 'refund', ...line], env);

  async function readInvoice() {
    const path = `GET /v1/subscriptions/${subscriptionId}/invoices` as const;
    return (await document(app, path, ada)).json().invoices[0];
  }

  /** Cents of each refund that Stripe has for the invoice's payment. */
  async function listRefunds(): Promise<number[]> {
    const requests = await emulator.requests();
    const made = requests.filter(({ path, method }) => path === '/v1/refunds' && method === 'POST');
    return made.map(({ params }) => Number(params?.amount));
  }

  async function listRequested(work: () => Promise<unknown>): Promise<number[]> {
    const before = (await listRefunds()).length;
    await work();
    return (await listRefunds()).slice(before);
  }

  it('of a project that somebody claims: refused until an operator has decided', async () => {
    await plantClaim(app, subscriptionId, ada);
    expect((await refund(invoiceId, '3.00')).err).toContain(
      'Someone else claims this subscription',
    );
    expect(await listRequested(() => refund(invoiceId, '3.00'))).toEqual([]);
  });

  it('a part: goes back once, is shown and mailed, and leaves plan and status', async () => {
    let code: number | undefined;
    let out = '';
    const rows = await writtenBy(app, async () => {
      ({ code, out } = await refund(invoiceId, '3.00'));
    });
    expect(out).toMatch(/^Paid by card {2}\$10\.00$/m);
    expect(out).toMatch(/^Refund {8}\$3\.00, which leaves \$7\.00$/m);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Intent \S+ \(refund\) is done\.$/m)]);
    expect(rows.map(({ action }) => action)).toEqual(['billing.payment-refunded']);
    expect(await readInvoice()).toMatchObject({ status: 'paid', refunded: 300 });
    const shown = await runHearth(['billing', 'show', subscriptionId], env);
    expect(shown.out).toMatch(/ paid {2}\$10\.00 {2}\S+ {2}refunded \$3\.00$/m);
    // The messages about it arrive later, and say nothing new.
    await settle(app);
    expect(await kindsMailed(app, ada)).toEqual(['receipt', 'refund']);
    expect((await lastMail(app, ada)).subject).toContain('$3.00');
    const { rows: projects } = await sql`
      select plan_id, status from subscriptions where id = ${subscriptionId}`.execute(app.db);
    expect(projects).toEqual([{ plan_id: 'pro', status: 'active' }]);
  });

  it('entered twice: says so, and refunds again only when that is meant', async () => {
    expect((await refund(number, '3.00')).code).toBe(0);
    const repeated = await listRequested(async () => {
      const { code, err } = await refund(number, '3.00');
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/has refunded \$3\.00 of this invoice at \S+\. Add --again to /),
      ]);
    });
    expect(repeated).toEqual([]);
    expect((await refund(number, '3.00', '--again')).code).toBe(0);
    expect((await refund(number, '0.50')).code).toBe(0);
    expect(await readInvoice()).toMatchObject({ refunded: 650 });
  });

  it('without an amount: gives all that is left, once', async () => {
    expect((await refund(invoiceId, '1.00')).code).toBe(0);
    expect(await listRequested(() => refund(invoiceId))).toEqual([900]);
    expect(await refund(invoiceId)).toMatchObject({
      code: 1,
      out: '',
      err: 'This invoice was refunded already: $10.00.\n',
    });
    expect(await readInvoice()).toMatchObject({ refunded: 1_000 });
  });

  it('refuses in words what cannot be refunded, and asks Stripe for nothing', async () => {
    const cases = [
      [['in_nobody'], 'There is no invoice with this id or number.'],
      [[invoiceId, '10.01'], 'Only $10.00 of $10.00 is left to refund.'],
      [[invoiceId, '3.5'], 'Write the amount in USD with 2 decimals, such as 12.50'],
      [[invoiceId, '0'], 'The amount must be more than 0.'],
      [[invoiceId, '3.00', '--force'], 'Usage: npm run hearth -- <command>'],
    ] as const;
    const asked = await listRequested(async () => {
      for (const [line, sentence] of cases) {
        const { code, out, err } = await refund(...line);
        expect([line, code, out]).toEqual([line, 1, '']);
        expect(err).toContain(sentence);
      }
      await sql`update invoices set status = 'open' where id = ${invoiceId}`.execute(app.db);
      expect((await refund(invoiceId)).err).toContain('This invoice is open. Only a paid one');
    });
    expect(asked).toEqual([]);
  });

  it('of a disputed payment: is refused in words, and no intent stays open', async () => {
    await emulator.control('chargeback', { invoice: invoiceId, status: 'needs_response' });
    const { code, out } = await refund(invoiceId, '3.00');
    expect(code).toBe(1);
    expect(out).toContain("is refused (billing/rejected: The payer's bank disputes this payment");
    expect(out).toContain('Went back: $0.00.');
    const { rows } = await sql`
      select id from intents where subscription_id = ${subscriptionId} and status = 'open'`.execute(
      app.db,
    );
    expect(rows).toEqual([]);
  });

  it('while Stripe is away: stays open, and the same line finishes it', async () => {
    await emulator.addFault({ match: 'POST /v1/refunds', kind: 'error', times: 20 });
    const first = await refund(invoiceId, '3.00');
    expect([first.code, first.err]).toEqual([1, expect.stringContaining('stays open')]);
    await fetch(`${emulator.url}/_control/fault`, { method: 'DELETE' });
    expect((await refund(invoiceId, '4.00')).err).toMatch(
      /^A refund of \$3\.00 was begun at \S+ and is still open\. Finish it first: "billing settle \S+"\.$/m,
    );
    let out = '';
    const rows = await writtenBy(app, async () => {
      ({ out } = await refund(invoiceId, '3.00'));
    });
    expect(out).toMatch(/^A refund of \$3\.00 was begun at \S+ and is finished now\.$/m);
    const operated = rows.filter(({ user_agent }) => user_agent === byOperator.user_agent);
    expect(operated.map(({ action }) => action)).toContain('billing.change-settled');
    expect(await readInvoice()).toMatchObject({ refunded: 300 });
  });

  it('that the bank sends back: told to the owner', async () => {
    expect((await refund(invoiceId, '3.00')).code).toBe(0);
    const listed = await fetch(`${emulator.url}/_control/state`);
    const objects = (await listed.json()) as { object: string; id: string; amount?: number }[];
    const made = objects.filter(({ object }) => object === 'refund').at(-1);
    await emulator.control('refund_failed', { id: made?.id });
    await settle(app);
    expect(await readInvoice()).toMatchObject({ refunded: 0 });
    expect(await kindsMailed(app, ada)).toEqual(['receipt', 'refund', 'refund-failed']);
  });
});

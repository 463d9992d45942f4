import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { itemsOf } from '../../src/modules/billing/port/rules/plan.ts';
import { operator as byOperator, type Row, writtenBy } from '../audit/recorder.ts';
import {
  createPaidSubscription,
  expectDone,
  raisePro,
  settle,
} from '../billing/support/payment-scenes.ts';
import { createCrowd } from '../harness/crowd.ts';
import { itemRows } from '../harness/factories.ts';
import { withPrice } from '../harness/plan-prices.ts';
import { toUrl } from '../harness/postgres.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  expectRefusal,
  type Person,
} from '../harness/wire-client.ts';
import {
  type StripeEmulator,
  send,
  startEmulator,
  stripeEnvironment,
} from '../payment-provider/stripe/emulator.ts';
import { type Outcome, runHearth, startHearth } from './lines.ts';

/** Some lines start a process. */
const patience = { timeout: 120_000 };

describe('the billing commands beside a server on Stripe', patience, () => {
  let emulator: StripeEmulator;
  let app: TestApp;
  let ada: Person;
  let id: string;
  let dataDir: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    emulator = await startEmulator();
    const stripe = {
      ...stripeEnvironment(emulator.url),
    };
    app = await createTestApp({ logger: false, env: stripe });
    dataDir = app.config.dataDir;
    env = { ...stripe, DATA_DIR: dataDir, DATABASE_URL: toUrl(await findLocation(app)) };
  });
  beforeEach(async () => {
    [ada = expect.fail()] = await createCrowd(app, 1);
    id = await createPaidSubscription(app, ada);
    await settle(app);
  });
  afterEach(() => fetch(`${emulator.url}/_control/fault`, { method: 'DELETE' }));
  afterAll(async () => {
    await app.close();
    await emulator.stop();
  });

  const hearthWith = (more: Record<string, string>, line: readonly string[]) =>
    runHearth(['billing', ...line], { ...env, ...more });
  const hearth = (...line: string[]) => hearthWith({}, line);
  /** Starts a process of its own. */
  const start = (...line: string[]) => startHearth(['billing', ...line], env);

  /** Events that the command wrote to the audit trail. */
  async function audited(work: () => Promise<unknown>): Promise<string[]> {
    const rows = await writtenBy(app, work);
    const isOperators = (row: Row) => row.user_agent === byOperator.user_agent;
    return rows.filter(isOperators).map(({ action, actor }) => `${action} by ${actor}`);
  }

  async function linked(): Promise<{ customerId: string; chargedId: string }> {
    const { rows } = await sql<{ customerId: string; chargedId: string }>`
      select customer_id as "customerId", provider_subscription_id as "chargedId"
      from billing_accounts where subscription_id = ${id}`.execute(app.db);
    return rows[0] ?? expect.fail();
  }

  async function openIntents(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from intents where subscription_id = ${id} and status = 'open'
      order by number`.execute(app.db);
    return rows.map((row) => row.id);
  }

  /** A plan change that Stripe did not answer. */
  async function leaveOpen(): Promise<string> {
    await emulator.addFault({ match: 'POST /v1/subscriptions/', kind: 'error', times: 100 });
    const data = { subscriptionId: id, planId: 'enterprise' };
    expectRefusal(
      await callable(app, 'changeSubscriptionPlan', { ...ada, data }),
      'billing/provider-unavailable',
    );
    await fetch(`${emulator.url}/_control/fault`, { method: 'DELETE' });
    return (await openIntents())[0] ?? expect.fail();
  }

  it('say in a sentence what is wrong with a line, and fail', async () => {
    for (const command of ['show', 'resync', 'settle', 'move']) {
      const { code, out, err } = await hearth(command, 'nothing');
      expect([command, code, out]).toEqual([command, 1, '']);
      expect(err).toBe('There is no project, intent or customer with this id.\n');
    }
    const noLink = await hearth('relink', 'nothing', 'cus_nobody');
    expect(noLink).toMatchObject({ code: 1, err: expect.stringContaining('There is no project') });
    for (const line of [
      ['settle', id, '--force'],
      ['move', id, 'yes'],
    ]) {
      const { code, err } = await hearth(...line);
      expect([line, code]).toEqual([line, 1]);
      expect(err).toMatch(/^Usage: npm run hearth -- <command>/);
    }
    expect(await hearth('settle', id)).toMatchObject({
      code: 1,
      err: 'No change of this project is open.\n',
    });
  });

  it('settle what is open, by the id of the project or of the intent', async () => {
    const intentId = await leaveOpen();
    const shown = await start('show', intentId);
    expect(shown.out).toContain(`${intentId}  change-plan  opened`);
    expect(shown.out).toContain('Account       acct_1Emulator in test mode');
    let settled: Outcome | undefined;
    const done = await audited(async () => {
      settled = await start('settle', id);
    });
    expect(settled).toMatchObject({
      code: 0,
      out: `Intent ${intentId} (change-plan) is done.\n`,
    });
    expect(done).toEqual(['billing.change-settled by null']);
    expect(await start('settle', intentId)).toMatchObject({
      code: 1,
      err: 'This intent has ended already: done.\n',
    });

    const data = { subscriptionId: id, planId: 'pro' };
    await emulator.addFault({ match: 'POST /v1/subscriptions/', kind: 'error', times: 100 });
    await callable(app, 'changeSubscriptionPlan', { ...ada, data });
    await fetch(`${emulator.url}/_control/fault`, { method: 'DELETE' });
    const refused = await audited(async () => {
      settled = await start('settle', id, '--refuse');
    });
    expect(settled?.out).toMatch(
      /^Intent \S+ \(change-plan\) is refused \(billing\/rejected\)\.$/m,
    );
    expect(refused).toEqual(['billing.change-refused by null']);
  });

  it('settle each of several that are open, and fail where one cannot be', async () => {
    await emulator.addFault({ match: '/v1/(subscriptions|customers)', kind: 'error', times: 100 });
    const { accountId, at } = { accountId: ada.uid, at: app.clock.now() };
    await sql`
      insert into intents (id, kind, subscription_id, account_id, request_key, request_hash, input,
        status, created_at, leased_until)
      select kind || '-' || ${id}, kind, ${id}, ${accountId}, kind || ${id}, ''::bytea,
        jsonb_build_object('kind', kind, 'email', ''), 'open', ${at}, ${at}
      from unnest(array['forget-payer', 'cancel']) kind`.execute(app.db);
    const away = await hearth('settle', id);
    expect(away.code).toBe(1);
    expect(away.out.match(/is not responding right now.* The intent stays open\./g)).toHaveLength(
      2,
    );
    await fetch(`${emulator.url}/_control/fault`, { method: 'DELETE' });
    const { code, out } = await hearth('settle', id);
    expect([code, out]).toEqual([
      0,
      `Intent forget-payer-${id} (forget-payer) is done.\nIntent cancel-${id} (cancel) is done.\n`,
    ]);
    expect((await hearth('show', id)).out).toContain('canceled');
  });

  it('resync by the id of an intent what was changed in the dashboard', async () => {
    const { chargedId } = await linked();
    const [intentId = ''] = (
      await sql<{ id: string }>`select id from intents where subscription_id = ${id}`.execute(
        app.db,
      )
    ).rows.map((row) => row.id);
    await fetch(`${emulator.url}/v1/subscriptions/${chargedId}`, {
      method: 'DELETE',
      headers: {
        authorization: 'Bearer sk_test_anything',
        'stripe-version': '2026-10-28.endive',
      },
    });
    let resynced: Outcome | undefined;
    const actions = await audited(async () => {
      resynced = await hearth('resync', intentId);
    });
    expect(resynced).toMatchObject({ code: 0, err: '' });
    expect(resynced?.out).toMatch(/^Changed here:\n/);
    expect(resynced?.out).toContain('status is active here, canceled at the provider.');
    expect(actions).toEqual(['billing.resynced by null']);
  });

  it('show and adopt by hand one of several that charge for the project', async () => {
    const { customerId, chargedId } = await linked();
    const second = await send(emulator.url, '/v1/subscriptions', {
      customer: customerId,
      'items[0][price]': 'price_pro_week',
      'metadata[subscriptionId]': id,
    });
    const shown = await hearth('show', customerId);
    expect(shown.out).toContain(`charged subscription is unknown here, ${second} active`);
    expect((await hearth('drift')).out).toContain(second);
    let relinked: Outcome | undefined;
    const actions = await audited(async () => {
      relinked = await hearth('relink', id, customerId, second);
    });
    expect(relinked?.out).toContain(`Before: customer ${customerId}, subscription ${chargedId}.`);
    expect(relinked?.out).toContain(`Now: customer ${customerId}, subscription ${second}.`);
    // The other one still charges: it has to be ended at Stripe.
    expect(relinked).toMatchObject({ code: 1, out: expect.stringContaining('Still different:') });
    expect(actions).toEqual(['billing.relinked by null']);
  });

  it('name the account that is missing, with the keys of another one', async () => {
    await emulator.control('config', { account: 'acct_other' });
    try {
      for (const line of [
        ['resync', id],
        ['settle', await leaveOpenByHand()],
        ['drift'],
        ['move', id],
      ]) {
        const { code, err } = await hearth(...line);
        expect([line, code]).toEqual([line, 1]);
        expect(err).toMatch(
          /^The keys reach the account acct_other in test mode, but \d+ projects? /,
        );
      }
      const shown = await hearth('show', id);
      expect(shown).toMatchObject({ code: 1, out: expect.stringContaining('acct_other') });
    } finally {
      await emulator.control('config', { account: 'acct_1Emulator' });
    }
  });

  /** An intent that no process is at work on. */
  async function leaveOpenByHand(): Promise<string> {
    const at = app.clock.now();
    await sql`
      insert into intents (id, kind, subscription_id, account_id, request_key, request_hash, input,
        status, created_at, leased_until)
      values (${`cancel-${id}`}, 'cancel', ${id}, ${ada.uid}, 'by hand', ''::bytea,
        '{"kind":"cancel"}', 'open', ${at}, ${at})`.execute(app.db);
    return `cancel-${id}`;
  }

  describe('billing move', () => {
    let raised: Record<string, string>;
    let raisedIds: string[];
    beforeAll(async () => {
      const priceId = await send(emulator.url, '/v1/prices', {
        unit_amount: '1200',
        currency: 'usd',
        product: 'prod_pro',
        'recurring[interval]': 'week',
      });
      raisedIds = [priceId];
      const folder = join(dataDir, 'config');
      await cp(join(import.meta.dirname, '../../../config'), folder, { recursive: true });
      const file = join(folder, 'hearth.json');
      const plans = app.config.product.plans
        .map(raisePro)
        .map((plan) => (plan.id === 'pro' ? withPrice(plan, { priceIds: raisedIds }) : plan));
      await writeFile(file, JSON.stringify({ ...app.config.product, plans }));
      raised = { HEARTH_CONFIG: file };
    });

    const move = (...line: string[]) => hearthWith(raised, ['move', ...line]);

    it('shows what a subscriber of a retired price would pay, and changes nothing', async () => {
      const { code, out, err } = await move(id);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(/^Pays {10}\$10\.00 per week \(price_pro_week\)$/m);
      expect(out).toMatch(/^Would pay {5}\$12\.00 per week \(price_\w+\)$/m);
      expect(out).toMatch(/^Due now {7}\$(1\.99|2\.00)$/m);
      expect(out).toMatch(/^Next renewal {2}\$12\.00 at \S+$/m);
      expect(out).toContain('Nothing was changed. Add --yes to move the project.');
      expect(await openIntents()).toEqual([]);
      expect((await hearth('show', id)).out).not.toContain('change-plan');
    });

    it('names a quantity and other items that were set in the dashboard', async () => {
      const other = { role: 'addon', price: 'price_other', quantity: 1 };
      const items = itemsOf({ priceIds: ['price_pro_week'] }).map((one) => ({
        ...one,
        quantity: 2,
      }));
      await sql`
        update billing_accounts set items = ${JSON.stringify([...items, other])}
        where subscription_id = ${id}`.execute(app.db);
      const { out } = await move(id);
      expect(out).toMatch(/^Pays {10}\$10\.00 per week \(2 × price_pro_week and price_other\)$/m);
      expect(out).toMatch(
        /^Would pay {5}2 × \$12\.00 per week \(price_\w+\), and what it pays besides$/m,
      );
      expect((await hearth('show', id)).out).toContain('(2 × price_pro_week and price_other)');
    });

    it('refuses a move that would drop a scheduled plan change', async () => {
      const schedule = (items: string | null) =>
        sql`
        update billing_accounts set scheduled_items = ${items}, scheduled_at = now()
        where subscription_id = ${id}`.execute(app.db);
      await schedule(itemRows('price_free_week'));
      expect(await move(id, '--yes')).toMatchObject({
        code: 1,
        err: 'A plan change of this project is scheduled, and the move would drop it.\n',
      });
      expect((await hearth('show', id)).out).toMatch(
        /^Changes {7}to free \(price_free_week\) at \S+$/m,
      );
      await schedule(null);
    });

    it('moves them with --yes, and mails the owner what it cost', async () => {
      let moved: Outcome | undefined;
      const actions = await audited(async () => {
        moved = await move(id, '--yes');
      });
      expect(moved).toMatchObject({ code: 0, err: '' });
      expect(moved?.out).toMatch(/Intent \S+ \(change-plan\) is done\.$/m);
      expect(actions).toEqual(['billing.price-moved by null']);
      const { rows } = await sql`
        select items, price_amount from billing_accounts
        where subscription_id = ${id}`.execute(app.db);
      expect(rows).toEqual([{ items: itemsOf({ priceIds: raisedIds }), price_amount: 1_200 }]);
      const told = await sql`
        select kind from mails where recipient = ${ada.email} and sent_at is null`.execute(app.db);
      expect(told.rows).toContainEqual({ kind: 'plan-changed' });
      expect(await move(id)).toMatchObject({
        code: 1,
        err: 'This project does not pay a retired price of a plan that is sold.\n',
      });
    });

    it('leaves a declined subscriber at the old price, and fails', async () => {
      const { chargedId } = await linked();
      const state = (await (await fetch(`${emulator.url}/_control/state`)).json()) as {
        id: string;
        default_payment_method?: string;
      }[];
      const payment_method = state.find((one) => one.id === chargedId)?.default_payment_method;
      await emulator.control('dispute_card', { payment_method, card: 'chargeCustomerFail' });
      const { code, out } = await move(id, '--yes');
      expect([code, out]).toEqual([1, expect.stringContaining('is refused (billing/card-refused')]);
      const { rows } = await sql`
        select items from billing_accounts where subscription_id = ${id}`.execute(app.db);
      expect(rows).toEqual([{ items: itemsOf({ priceIds: ['price_pro_week'] }) }]);
    });

    it('refuses projects that pay nothing or have another change open', async () => {
      const freeId = await createFreeSubscription(app, ada);
      expect(await move(freeId, '--yes')).toMatchObject({ code: 1, out: '' });
      await leaveOpenByHand();
      expect(await move(id, '--yes')).toMatchObject({
        code: 1,
        err: expect.stringContaining('A change of this project is open.'),
      });
      expectDone(
        await callable(app, 'getBillingSummary', { ...ada, data: { subscriptionId: id } }),
      );
    });
  });
});

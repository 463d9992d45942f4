import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { relink, resync, settle, show } from '../../src/cli/billing.ts';
import { operator, type Row, writtenBy } from '../audit/recorder.ts';
import {
  billingInfo,
  createPaidSubscription,
  expectDone,
  openIntent,
  settle as settleAll,
  withoutProvider,
} from '../billing/support/payment-scenes.ts';
import { deleteAtStripe } from '../billing/support/sandbox.ts';
import { away, createUnrulyProvider, reject } from '../billing/support/unruly-provider.ts';
import { itemRows } from '../harness/factories.ts';
import {
  createOwnTestApp,
  createTestApp,
  findLocation,
  type TestApp,
} from '../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../harness/wire-client.ts';

const minuteMs = 60_000;

let app: TestApp;
let person: Person;
let id: string;
const { steps, wrap } = createUnrulyProvider();
beforeAll(async () => {
  app = await createTestApp({ payments: wrap, logger: false });
});
beforeEach(async () => {
  person = await createPerson(app);
  id = await createPaidSubscription(app, person);
  await settleAll(app);
});
afterEach(() => steps.clear());
afterAll(() => app.close());

/** The command line's context, with the test's own provider. */
const operate = async (of = app) => ({ ...of, location: await findLocation(of), wrap });

interface Linked {
  readonly customerId: string;
  readonly chargedId: string;
}

async function findLinked(subscriptionId = id): Promise<Linked> {
  const { rows } = await sql<Linked>`
    select customer_id as "customerId", provider_subscription_id as "chargedId"
    from billing_accounts where subscription_id = ${subscriptionId}`.execute(app.db);
  return rows[0] ?? expect.fail();
}

/** A plan change that the provider did not answer. */
async function leaveOpen(subscriptionId = id): Promise<string> {
  steps.set('changePrices', away);
  const data = { subscriptionId, planId: 'enterprise' };
  const answer = await callable(app, 'changeSubscriptionPlan', { ...person, data });
  expectRefusal(answer, 'billing/provider-unavailable');
  steps.clear();
  return await findOpen(subscriptionId);
}

async function findOpen(subscriptionId = id): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from intents where subscription_id = ${subscriptionId} and status = 'open'`.execute(
    app.db,
  );
  return rows[0]?.id ?? '';
}

const operations = (rows: readonly Row[]) =>
  rows.filter(({ user_agent }) => user_agent === operator.user_agent).map(({ action }) => action);

describe('billing show', () => {
  it('shows one project by its id, its customer and any of its intents', async () => {
    const { customerId, chargedId } = await findLinked();
    await sql`update subscriptions set name = ${'Ada\u009b2J'} where id = ${id}`.execute(app.db);
    const { text, exitCode } = await show(id, await operate());
    expect(exitCode).toBe(0);
    expect(text).toContain(`Project       ${id} "Ada 2J"\n`);
    expect(text).toContain(`Owner         ${person.uid}`);
    expect(text).toContain(`Customer      ${customerId}\nSubscription  ${chargedId}\n`);
    expect(text).toContain(
      'Price         $10.00 per week (price_pro_week)\nCard          visa 4242',
    );
    expect(text).toMatch(/^ {2}in_\w+ {2}\S+ {2}paid {2}\$10\.00 {2}\S+$/m);
    expect(text).toMatch(/Waiting events: none\nDifferences from the provider: none$/);
    const intentId = /^ {2}(\S+) {2}create {2}opened \S+ {2}done$/m.exec(text)?.[1] ?? '';
    for (const name of [customerId, intentId]) {
      expect((await show(name, await operate())).text).toBe(text);
    }
    await expect(show('nothing', await operate())).rejects.toThrow(
      'There is no project, intent or customer with this id.',
    );
  });

  it('shows all projects that the owner of an address has, and says where there is none', async () => {
    const second = await createFreeSubscription(app, person);
    const { text } = await show(person.email.toUpperCase(), await operate());
    const shown = [...text.matchAll(/^Project {7}(\S+)/gm)].map(([, one]) => one);
    expect(shown.sort()).toEqual([id, second].sort());
    const other = await createPerson(app);
    await expect(show(other.email, await operate())).rejects.toThrow(
      `${other.email} owns no project.`,
    );
  });

  it('given a price that the configuration does not have: shows the amount, and says so', async () => {
    await sql`
      update billing_accounts set items = ${itemRows('price_other')} where subscription_id = ${id}`.execute(
      app.db,
    );
    const { text } = await show(id, await operate());
    expect(text).toContain(
      'Price         $10.00 at an interval that is not configured (price_other)\n',
    );
  });

  it('names differences, and why they are not counted while a change is open', async () => {
    await sql`update invoices set status = 'open' where subscription_id = ${id}`.execute(app.db);
    const { text } = await show(id, await operate());
    expect(text).toMatch(/Differences from the provider:\n {2}\S+: invoice is .* open .* here/);
    await openIntent(app, id, person);
    const later = (await show(id, await operate())).text;
    expect(later).toMatch(/ {2}open-\S+ {2}cancel {2}opened \S+ {2}open, leased until \S+$/m);
    expect(later).toContain('not compared: a change is under way');
  });

  it('keeps client secrets to itself, and shows the rows while the provider is away', async () => {
    const data = {
      planId: 'pro',
      billingInfo: billingInfo('pm_card_authenticationRequired'),
    };
    const bought = expectDone(await callable(app, 'createSubscription', { ...person, data }));
    const secret = String(bought.clientSecret);
    expect(secret.length).toBeGreaterThan(10);
    await withoutProvider(app, async () => {
      const { text, exitCode } = await show(String(bought.subscriptionId), await operate());
      expect(exitCode).toBe(1);
      expect(text).toContain('done (the bank asks the owner to confirm)');
      expect(text).not.toContain(secret);
      expect(text).toContain('not compared: ');
    });
  });
});

describe('billing resync', () => {
  it('reads the project again, and says what has changed and what has not', async () => {
    await sql`update invoices set status = 'open' where subscription_id = ${id}`.execute(app.db);
    const rows = await writtenBy(app, async () => {
      const { text, exitCode } = await resync(id, await operate());
      expect(exitCode).toBe(0);
      expect(text).toMatch(/^Changed here:\n\S+: invoice is .* open .* here, .* paid .*\.$/);
    });
    expect(operations(rows)).toEqual(['billing.resynced']);
    expect((await resync(id, await operate())).text).toBe('Nothing was changed here.');

    await sql`
      update billing_accounts set provider_subscription_id = null
      where subscription_id = ${id}`.execute(app.db);
    const { text, exitCode } = await resync(id, await operate());
    expect(exitCode).toBe(1);
    expect(text).toMatch(/Still different:\n\S+: charged subscription is /);
  });

  it('fails with a sentence for an unknown project, without a provider and while it is away', async () => {
    const ask = async (of = app, name = id) => resync(name, await operate(of));
    await expect(ask(app, 'nothing')).rejects.toThrow('There is no project, intent or customer');
    await withoutProvider(app, () =>
      expect(ask()).rejects.toThrow('The payment provider is not responding right now.'),
    );
    const free = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    await expect(ask(free)).rejects.toThrow('Payments are not set up.');
  });
});

describe('billing relink', () => {
  it('gives a project back the customer and the subscription that its row has lost', async () => {
    const { customerId, chargedId } = await findLinked();
    await sql`delete from billing_accounts where subscription_id = ${id}`.execute(app.db);
    const link = { name: id, customerId };
    await expect(relink(link, await operate())).rejects.toThrow(
      `Name its subscription too: ${chargedId}.`,
    );
    const rows = await writtenBy(app, async () =>
      expect(await relink({ ...link, chargedId }, await operate())).toEqual({
        text: `Before: customer none, subscription none.\nNow: customer ${customerId}, subscription ${chargedId}.`,
        exitCode: 0,
      }),
    );
    expect(operations(rows)).toEqual(['billing.relinked']);
    expect(await findLinked()).toEqual({ customerId, chargedId });
    expect((await show(id, await operate())).text).toContain('Card          visa 4242');
  });

  it('refuses what belongs to another project, has ended, or is unknown', async () => {
    const other = await createPaidSubscription(app, await createPerson(app));
    const [own, foreign] = [await findLinked(), await findLinked(other)];
    const ask = async (link: Partial<Linked>, name = id) =>
      relink({ name, ...own, ...link }, await operate());
    await expect(ask(foreign)).rejects.toThrow(
      `By its metadata at the payment provider the customer belongs to the project ${other}.`,
    );
    await expect(ask({ chargedId: foreign.chargedId })).rejects.toThrow(
      `The project ${other} has this customer or this subscription here.`,
    );
    await expect(ask({ customerId: 'cus_nobody' })).rejects.toThrow('has no such customer');
    await expect(ask({ chargedId: 'sub_nothing' })).rejects.toThrow('has no such subscription');
    await sql`
      delete from billing_accounts where subscription_id = ${other}`.execute(app.db);
    await expect(ask({ chargedId: foreign.chargedId })).rejects.toThrow(
      `The subscription belongs to the customer ${foreign.customerId}.`,
    );
    await expect(ask({}, 'nothing')).rejects.toThrow('There is no project, intent or customer');
    await deleteAtStripe(app, `/v1/subscriptions/${own.chargedId}`);
    await expect(ask({})).rejects.toThrow('The subscription has ended at the payment provider.');
    await openIntent(app, id, person);
    await expect(ask({})).rejects.toThrow('A change of this project is open.');
    expect(await findLinked()).toEqual(own);
  });
});

describe('billing settle', () => {
  const ask = async (name: string, isRefused = false) =>
    settle({ name, isRefused }, await operate());

  it('carries out an intent that no process is at work on, once', async () => {
    await openIntent(app, id, person);
    await expect(ask(`open-${id}`)).rejects.toThrow('A process is at work on this intent.');
    await sql`delete from intents where id = ${`open-${id}`}`.execute(app.db);
    const intentId = await leaveOpen();
    steps.set('changePrices', away);
    await expect(ask(intentId)).rejects.toThrow(/is not responding.* The intent stays open\.$/);
    steps.clear();
    const rows = await writtenBy(app, async () =>
      expect(await ask(intentId)).toEqual({
        text: `Intent ${intentId} (change-plan) is done.`,
        exitCode: 0,
      }),
    );
    expect(operations(rows)).toEqual(['billing.change-settled']);
    await expect(ask(intentId)).rejects.toThrow('This intent has ended already: done.');
    await expect(ask('nothing')).rejects.toThrow('There is no project, intent or customer');
  });

  it('says what stands in the way where the provider rejects what must be done', async () => {
    steps.set('listSubscriptions', reject);
    const data = { subscriptionId: id, confirmationId: id };
    const answer = await callable(app, 'cancelSubscription', { ...person, data });
    expectRefusal(answer, 'billing/rejected');
    const intentId = await findOpen();
    await expect(ask(intentId)).rejects.toThrow(
      /since cancel cannot be undone\..*\nintent rejected by provider \(rejected\)$/,
    );
    await expect(ask(intentId, true)).rejects.toThrow('cancel cannot be undone');
    steps.clear();
    expect((await ask(intentId)).text).toBe(`Intent ${intentId} (cancel) is done.`);
  });

  it('ends as refused what the provider has not done, and nothing that it has', async () => {
    const intentId = await leaveOpen();
    const rows = await writtenBy(app, async () =>
      expect((await ask(intentId, true)).text).toBe(
        `Intent ${intentId} (change-plan) is refused (billing/rejected).`,
      ),
    );
    expect(operations(rows)).toEqual(['billing.change-refused']);
    // Long enough for an equal request to be another one.
    app.clock.advance(2 * minuteMs);

    steps.set('changePrices', async (act) => {
      await act();
      return await away();
    });
    const data = { subscriptionId: id, planId: 'enterprise' };
    await callable(app, 'changeSubscriptionPlan', { ...person, data });
    const done = await findOpen();
    await expect(ask(done, true)).rejects.toThrow('The provider has done it already');
    steps.clear();
    expect((await ask(done)).text).toBe(`Intent ${done} (change-plan) is done.`);
  });
});

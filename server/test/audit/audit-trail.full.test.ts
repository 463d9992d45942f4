import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/http/operations.ts';
import { byMail } from '../harness/email-sign-in.ts';
import { operatedEnv } from '../harness/operators.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createPerson,
  identity,
  newAddress,
  type Person,
} from '../harness/wire-client.ts';
import { accountChanges } from './account-changes.ts';
import { laterChanges } from './later-changes.ts';
import { moneyChanges } from './money-changes.ts';
import { operatorChanges } from './operator-changes.ts';
import { programChanges } from './program-changes.ts';
import { providerChanges } from './provider-changes.ts';
import { type Action, browser, type Changes, writtenBy } from './recorder.ts';
import { createInvited, createTeamWith, teamChanges } from './team-changes.ts';

const changes: Record<Action, Changes> = {
  ...accountChanges,
  ...providerChanges,
  ...programChanges,
  ...operatorChanges,
  ...teamChanges,
  ...moneyChanges,
  ...laterChanges,
};

const cases = Object.entries<Changes>(changes).flatMap(([action, calls]) =>
  Object.entries(calls).map(([by, run]) => [action, by, run] as const),
);

describe('the audit trail', () => {
  let app: TestApp;
  beforeAll(async () => {
    const product = {
      removeUnverifiedAfterDays: 30,
      policy: byMail,
      billing: {
        cancel: 'ask' as const,
        promotionCodes: false,
        downgrade: { cheaper: 'period-end' as const },
      },
    };
    app = await createTestApp({ product, env: operatedEnv });
  });
  afterAll(() => app.close());

  it.each(cases)('has one row %s for %s', async (action, _by, run) => {
    const {
      rows,
      also = [],
      actor,
      subject,
      subscription = null,
      origin = browser,
    } = await run(app);
    const own = rows.filter((row) => row.action === action);
    expect(own).toEqual([
      { action, actor, subject, subscription, happened_at: expect.any(Date), ...origin },
    ]);
    const agoMs = app.clock.now().getTime() - (own[0]?.happened_at.getTime() ?? 0);
    expect(agoMs).toBeGreaterThanOrEqual(0);
    expect(agoMs).toBeLessThan(30_000);
    const others = rows.filter((row) => row.action !== action).map((row) => row.action);
    expect(others.sort()).toEqual([...also].sort());
  });

  it('has a line above for every call that changes something', () => {
    const unrecorded = {
      sendOobCode: 'a mail, and a code that changes nothing until it is used',
      token: 'the same session goes on',
      createAuthUri: 'the beginning of a sign-in',
      startPasskeySignIn: 'the beginning of a sign-in',
      startPasskey: 'a question to a device, which changes nothing until it is answered',
      renamePasskey: 'a name that only its owner sees',
      lookAtAccount: 'a look, which `operator_acts` keeps with its reason',
      exportAccount: 'a look, as the one before',
      startView: 'a look, as the one before',
      endView: 'the end of a look',
      lookAtSubscription: 'a look, as the one before',
      examineInstallation: 'the checks of the doctor, which change nothing',
      revokeToken: 'a call to the provider, about a token that is not ours',
      previewCancellation: 'the credit as the provider has it now',
      previewPlanChange: 'a price that was shown',
      previewPurchase: 'a price that was shown, and a code that was tried',
      resumePayment: 'a payment that is asked for again, and shown as recovered',
      getBillingSummary: 'the next total as the provider has it',
      getBillingDetails: 'the state of a tax id as the provider has it',
      getInvoiceLink: 'an address as the provider has it',
      getPaymentMethods: 'the cards as the provider has them',
      createSetupIntent: 'a form that the browser fills in at the provider',
    };
    const changing = Object.values(operations)
      .flatMap((dialect) => Object.entries(dialect))
      .filter(([, { kind }]) => kind !== 'read')
      .map(([name]) => name);
    const named = new Set([...cases.map(([, by]) => by), ...Object.keys(unrecorded)]);
    expect(changing.filter((name) => !named.has(name))).toEqual([]);
  });

  it('has no row for what was refused', async () => {
    const { owner, subscriptionId, inviteId, guest } = await createInvited(app);
    const stranger = await createPerson(app);
    const attempts: [string, Person, object][] = [
      ['createInvite', owner, { subscriptionId, email: guest.email, permissions: [] }],
      ['createInvite', guest, { subscriptionId, email: newAddress(), permissions: [] }],
      ['acceptInvite', stranger, { inviteId }],
      ['rejectInvite', stranger, { inviteId }],
      ['revokeInvite', guest, { inviteId, subscriptionId }],
      ['removeUser', owner, { userId: owner.uid, subscriptionId }],
      ['updateUserPermissions', owner, { userId: owner.uid, subscriptionId, permissions: [] }],
      ['transferSubscriptionOwnership', owner, { subscriptionId, newOwnerId: guest.uid }],
    ];
    const rows = await writtenBy(app, async () => {
      for (const [name, caller, data] of attempts) {
        expect(
          (await callable(app, name, { ...caller, data })).statusCode,
          name,
        ).toBeGreaterThanOrEqual(400);
      }
    });
    expect(rows).toEqual([]);
  });

  it('can be added to, and not rewritten', async () => {
    await createPerson(app);
    const rewrites = [
      sql`update audit_events set actor_id = 'nobody'`,
      sql`delete from audit_events`,
      sql`delete from audit_events where false`,
      sql`truncate audit_events cascade`,
    ];
    const read = () => sql`select * from audit_events order by id`.execute(app.db);
    const before = await read();
    for (const rewrite of rewrites) {
      await expect(rewrite.execute(app.db)).rejects.toThrow('audit_events is append-only');
    }
    expect((await read()).rows).toEqual(before.rows);
  });

  it('forgets from where a deleted person acted, and nobody else', async () => {
    const countOrigins = async ({ uid }: Person) => {
      const { rows } = await sql`select 1 from audit_origins
        join audit_events on id = event_id where actor_id = ${uid}`.execute(app.db);
      return rows.length;
    };
    const { owner, member } = await createTeamWith(app, ['admin']);
    const before = await countOrigins(owner);
    expect(await countOrigins(member)).toBeGreaterThan(2);
    await identity(app, '/v1/accounts:delete', { idToken: member.idToken });
    expect(await countOrigins(member)).toBe(0);
    expect(await countOrigins(owner)).toBe(before);
  });

  it('holds ids and words only: no address, no name, no network', async () => {
    const { owner, guest } = await createInvited(app);
    const { rows: people } = await sql<{ word: string }>`
      select email as word from accounts union select email from invites
      union select display_name from accounts where display_name <> ''
      union select address from audit_origins where address <> ''
      union select user_agent from audit_origins where user_agent <> ''`.execute(app.db);
    const { rows } = await sql<{ text: string }>`
      select string_agg(events::text, ' ') as text from audit_events events`.execute(app.db);
    const text = rows[0]?.text ?? '';
    expect(text).toContain(owner.uid);
    expect(people.map(({ word }) => word)).toEqual(expect.arrayContaining([guest.email]));
    for (const { word } of people.filter((one) => one.word.length > 3)) {
      expect(text).not.toContain(word);
    }
    expect(text).not.toContain('@');
  });
});

import { type AccountAct, accountActRights, mayOperate, operatorRoles } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrollApp } from '../../harness/authenticator.ts';
import { setStatus } from '../../harness/factories.ts';
import { createFrozen, plantClaim } from '../../harness/frozen-project.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import {
  actOn,
  callAs,
  createOperatedApp,
  createOperator,
  createRole,
  giveRole,
  operatedEnv,
} from '../../harness/operators.ts';
import { createOwnTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  type Answer,
  changeEmail,
  createFreeSubscription,
  createPerson,
  createVerifiedPerson,
  expectIdentityRefusal,
  expectRefusal,
  expectSessionOver,
  identity,
  newAddress,
  type Person,
  refresh,
  signIn,
} from '../../harness/wire-client.ts';

const reason = 'Ticket 12: she asked by phone.';
const acts = Object.keys(accountActRights) as AccountAct[];

interface Asked {
  readonly seen: number;
  readonly by: Person;
  readonly why: string;
  readonly email: string;
}

/** Details without which an act is refused, and acts that have to come before. */
const needs: Partial<
  Record<AccountAct, { readonly details?: () => object; readonly after?: AccountAct }>
> = {
  'change-address': { details: () => ({ email: newAddress() }) },
  'stop-address-change': { after: 'change-address' },
  keep: { after: 'delete' },
};

describe('actOnAccount', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    operator = await signIn(app, operator);
  });

  const act = (
    { uid }: Pick<Person, 'uid'>,
    name: AccountAct,
    { seen = 0, by = operator, why = reason, ...details }: Partial<Asked> = {},
  ): Promise<Answer> =>
    callAs(app, by, `POST /accounts/${uid}/acts`, { act: name, reason: why, seen, ...details });

  async function done(answer: Promise<Answer>, number: number): Promise<void> {
    const { statusCode, body, ...rest } = await answer;
    expect(statusCode, body).toBe(200);
    expect(rest.json()).toEqual({ number, state: 'done' });
  }
  const passwordSignIn = ({ email, password }: Person) =>
    identity(app, '/v1/accounts:signInWithPassword', { email, password });
  const eventsOf = async ({ uid }: Person) => {
    const { rows } = await sql<{ action: string; actor: string | null }>`
      select action, actor_id as actor from audit_events
      where subject_id = ${uid} and actor_id is distinct from ${uid} order by id`.execute(app.db);
    return rows;
  };

  it('disable and enable: nobody gets in meanwhile, and it is recorded who did it', async () => {
    const person = await createPerson(app);
    await done(act(person, 'disable'), 1);
    expectIdentityRefusal(await refresh(app, person.refreshToken), 'auth/user-disabled');
    await done(act(person, 'enable', { seen: 1 }), 2);
    expect((await passwordSignIn(person)).statusCode).toBe(200);
    expect(await eventsOf(person)).toEqual([
      { action: 'account.disabled', actor: operator.uid },
      { action: 'account.enabled', actor: operator.uid },
    ]);
  });

  it('end-sessions: signs the person out everywhere', async () => {
    const person = await createPerson(app);
    await done(act(person, 'end-sessions'), 1);
    await expectSessionOver(app, person);
  });

  it('verify: the address counts as proven', async () => {
    const person = await createPerson(app);
    await done(act(person, 'verify'), 1);
    const { rows } = await sql`
      select 1 from accounts where id = ${person.uid} and email_verified`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

  it('send-reset: mails the link to the address on file', async () => {
    const person = await createVerifiedPerson(app);
    await done(act(person, 'send-reset'), 1);
    const mails = await receivedMails(app, person.email);
    expect(mails.map(({ kind }) => kind)).toContain('reset-password');
  });

  it('remove-factors: the password is enough again, and the person is told', async () => {
    const { person } = await enrollApp(app, await createVerifiedPerson(app));
    await done(act(person, 'remove-factors'), 1);
    expect((await passwordSignIn(person)).json()).toHaveProperty('idToken');
    const mails = await receivedMails(app, person.email);
    expect(mails.map(({ kind }) => kind)).toContain('factors-changed');
  });

  it('lift-limits: who typed a wrong password too often may try again at once', async () => {
    const limited = await createOwnTestApp({ env: { ...operatedEnv, RATE_LIMITS: 'on' } });
    const by = await createOperator(limited);
    const person = await createPerson(limited);
    const path = '/v1/accounts:signInWithPassword';
    const { email } = person;
    for (let tries = 0; tries < 10; tries += 1) {
      await identity(limited, path, { email, password: 'wrong' });
    }
    expectIdentityRefusal(
      await identity(limited, path, { email, password: 'wrong' }),
      'auth/too-many-requests',
    );
    const body = { act: 'lift-limits', reason, seen: 0 };
    const lifted = await callAs(limited, by, `POST /accounts/${person.uid}/acts`, body);
    expect(lifted.statusCode, lifted.body).toBe(200);
    const { password } = person;
    expect((await identity(limited, path, { email, password })).statusCode).toBe(200);
  });

  it('asked for twice: done once, and answered alike', async () => {
    const { person } = await enrollApp(app, await createVerifiedPerson(app));
    await done(act(person, 'remove-factors'), 1);
    await done(act(person, 'remove-factors'), 1);
    const both = await Promise.all([
      act(person, 'send-reset', { seen: 1 }),
      act(person, 'send-reset', { seen: 1 }),
    ]);
    expect(both.map((answer) => answer.json())).toEqual(
      Array(2).fill({ number: 2, state: 'done' }),
    );
    const kinds = (await receivedMails(app, person.email)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'reset-password')).toHaveLength(1);
  });

  it('another act since the operator looked: operator/acted-meanwhile, and nothing happens', async () => {
    const person = await createPerson(app);
    await done(act(person, 'note', { why: 'Will call back.' }), 1);
    expectRefusal(await act(person, 'disable'), 'operator/acted-meanwhile');
    expectRefusal(await act(person, 'disable', { seen: 7 }), 'operator/acted-meanwhile');
    expect((await refresh(app, person.refreshToken)).statusCode).toBe(200);
  });

  it('two operators at once: one acts, the other has to look again', async () => {
    const person = await createPerson(app);
    const other = await createRole(app, 'admin');
    const answers = await Promise.all([
      act(person, 'disable'),
      act(person, 'end-sessions', { by: other }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('an operator: operator/is-operator for what decides who gets in, oneself included', async () => {
    const other = await createPerson(app);
    await giveRole(app, other, 'support');
    for (const name of acts.filter((one) => accountActRights[one] === 'admin')) {
      expectRefusal(await act(other, name), 'operator/is-operator');
      expectRefusal(await act(operator, name), 'operator/is-operator');
    }
    await done(act(other, 'note'), 1);
  });

  it('somebody who is gone: account/unknown', async () => {
    expectRefusal(await act({ uid: 'x'.repeat(28) }, 'note'), 'account/unknown');
    expectRefusal(await act({ uid: 'x'.repeat(28) }, 'disable'), 'account/unknown');
  });

  it('change-address without an address, and to one that cannot be: refused, and nothing waits', async () => {
    const person = await createVerifiedPerson(app);
    const other = await createPerson(app);
    const refusals = [
      [undefined, 'operator/missing-detail'],
      ['no address', 'auth/invalid-new-email'],
      [other.email, 'auth/email-already-in-use'],
      [person.email, 'auth/email-already-in-use'],
    ] as const;
    for (const [email, code] of refusals) {
      expectRefusal(await act(person, 'change-address', email ? { email } : {}), code);
    }
    const moved = await createVerifiedPerson(app);
    await changeEmail(app, moved);
    const held = await act(person, 'change-address', { email: moved.email });
    expectRefusal(held, 'auth/email-already-in-use');
    const { rows } =
      await sql`select 1 from address_changes where account_id = ${person.uid}`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('change-address to one that the policy keeps out: auth/admin-restricted-operation', async () => {
    const product = { policy: { signUpDomains: ['example.com'] } };
    const narrow = await createOwnTestApp({ env: operatedEnv, product });
    const by = await createOperator(narrow);
    const person = await createPerson(narrow);
    const body = { act: 'change-address', email: 'ada@elsewhere.test' } as const;
    expectRefusal(await actOn(narrow, by, person, body), 'auth/admin-restricted-operation');
  });

  it('stop-address-change and keep while nothing waits: operator/nothing-planned', async () => {
    const person = await createVerifiedPerson(app);
    expectRefusal(await act(person, 'stop-address-change'), 'operator/nothing-planned');
    expectRefusal(await act(person, 'keep'), 'operator/nothing-planned');
  });

  it('delete: refused like the own deletion, while the person owns projects or they are claimed', async () => {
    const owner = await createVerifiedPerson(app);
    await createFreeSubscription(app, owner);
    expectRefusal(await act(owner, 'delete'), 'auth/owns-active-subscription');
    const ended = await createVerifiedPerson(app);
    const subscriptionId = await createFreeSubscription(app, ended);
    await setStatus(app, subscriptionId, 'canceled');
    await plantClaim(app, subscriptionId, await createPerson(app));
    expectRefusal(await act(ended, 'delete'), 'subscription/frozen');
    const { takenOver } = await createFrozen(app);
    operator = await signIn(app, operator);
    expectRefusal(await act(takenOver, 'delete'), 'auth/account-contested');
    expect((await sql`select from planned_deletions`.execute(app.db)).rows).toEqual([]);
  });

  it('without a reason: request/invalid', async () => {
    const person = await createPerson(app);
    expectRefusal(await act(person, 'note', { why: '  ' }), 'request/invalid');
  });

  describe.each(operatorRoles)('%s', (role) => {
    it.each(acts)(`%s: only with its right`, async (name) => {
      const by = await createRole(app, role);
      const person = await createVerifiedPerson(app);
      const { after, details } = needs[name] ?? {};
      const seen = after ? 1 : 0;
      if (after) {
        await done(act(person, after, needs[after]?.details?.()), 1);
      }
      const answer = await act(person, name, { by, seen, ...details?.() });
      if (mayOperate(role, accountActRights[name])) {
        expect(answer.json()).toEqual({ number: seen + 1, state: 'done' });
      } else {
        expectRefusal(answer, 'access/denied');
      }
    });
  });
});

import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { receivedMails } from '../harness/mailbox.ts';
import {
  actOn,
  beginAddressChange,
  callAs,
  createOperator,
  createRole,
  giveRole,
  operatedEnv,
} from '../harness/operators.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  changeEmail,
  createPerson,
  createVerifiedPerson,
  disownAccount,
  expectIdentityRefusal,
  expectRefusal,
  expectSessionOver,
  identity,
  type Person,
  receivedCode,
  resetPassword,
  signIn,
} from '../harness/wire-client.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe('a change of address that an operator begins', () => {
  let app: TestApp;
  let operator: Person;
  let ada: Person;
  beforeEach(async () => {
    app = await createOwnTestApp({ env: operatedEnv });
    operator = await createOperator(app);
    ada = await createVerifiedPerson(app);
  });

  const begin = (newEmail?: string) =>
    beginAddressChange(app, operator, ada, newEmail === undefined ? {} : { newEmail });

  async function pass(ms: number): Promise<void> {
    app.clock.advance(ms);
    await app.app.runDue();
    operator = await signIn(app, operator);
  }

  const sheet = async () =>
    (await callAs(app, operator, `POST /accounts/${ada.uid}/look`, { reason: 'Ticket 12' })).json();
  const kinds = async (to: string) => (await receivedMails(app, to)).map(({ kind }) => kind);
  const ends = async (): Promise<unknown[]> =>
    (await sheet()).acts
      .filter(({ act }: { act: string }) => act === 'change-address')
      .map(({ end }: { end?: string }) => end);

  async function expectKept(): Promise<void> {
    const { email, address_change: waiting } = await sheet();
    expect([email, waiting]).toEqual([ada.email, null]);
  }

  it('takes effect after 24 hours, once the new mailbox has confirmed it', async () => {
    const { newEmail, confirm, stop } = await begin();
    const waiting = (await sheet()).address_change;
    expect(waiting).toMatchObject({ email: newEmail, confirmed: false });
    expect(Date.parse(waiting.gives_up_at) - Date.parse(waiting.takes_effect_at)).toBe(6 * day);
    expect((await applyCode(app, confirm)).statusCode).toBe(200);
    await pass(day - hour);
    expect(await sheet()).toMatchObject({
      email: ada.email,
      address_change: { ...waiting, confirmed: true },
    });
    await pass(hour);
    expect(await sheet()).toMatchObject({
      email: newEmail,
      email_verified: true,
      address_change: null,
      sessions: [],
    });
    await expectSessionOver(app, ada);
    expect(await ends()).toEqual(['done']);
    expect(await kinds(ada.email)).toContain('recover-email');
    expect(await kinds(newEmail)).toEqual(expect.arrayContaining(['email-changed']));
    const { password } = ada;
    const entered = await identity(app, '/v1/accounts:signInWithPassword', {
      email: newEmail,
      password,
    });
    expect(entered.statusCode).toBe(200);
    for (const code of [confirm, stop]) {
      expectIdentityRefusal(await applyCode(app, code), 'auth/invalid-action-code');
    }
  });

  it('waits for the new mailbox longer, and takes effect when it confirms', async () => {
    const { newEmail, confirm } = await begin();
    await pass(3 * day);
    expect((await sheet()).email).toBe(ada.email);
    await applyCode(app, confirm);
    await pass(0);
    expect((await sheet()).email).toBe(newEmail);
  });

  it('is given up after 7 days without the new mailbox', async () => {
    const { confirm } = await begin();
    await pass(7 * day - hour);
    expect((await sheet()).address_change).toMatchObject({ confirmed: false });
    await pass(hour);
    await expectKept();
    expect(await ends()).toEqual(['lapsed']);
    expectIdentityRefusal(await applyCode(app, confirm), 'auth/invalid-action-code');
  });

  it('is stopped by one press in the old mailbox, and operators see it', async () => {
    const { newEmail, confirm, stop } = await begin();
    await applyCode(app, confirm);
    const looked = (await resetPassword(app, { oobCode: stop })).json();
    expect(looked).toMatchObject({
      requestType: 'STOP_EMAIL_CHANGE',
      email: ada.email,
      newEmail,
    });
    // Looking at it did nothing yet.
    expect((await sheet()).address_change).not.toBeNull();
    const stopped = await applyCode(app, stop);
    expect(stopped.statusCode, stopped.body).toBe(200);
    expect(stopped.json()).not.toHaveProperty('displayName');
    expectIdentityRefusal(await applyCode(app, stop), 'auth/invalid-action-code');
    expectIdentityRefusal(await applyCode(app, confirm), 'auth/invalid-action-code');
    await pass(day);
    await expectKept();
    expect(await ends()).toEqual(['stopped-by-person']);
    expect((await sheet()).events).toContainEqual(
      expect.objectContaining({ action: 'account.email-change-stopped', own: true }),
    );
    const after = await identity(app, '/v1/accounts:signInWithPassword', ada);
    expect(after.statusCode).toBe(200);
  });

  it('a second press in the new mailbox is no error, and it learns nothing of the account', async () => {
    const { newEmail, confirm } = await begin();
    const looked = (await resetPassword(app, { oobCode: confirm })).json();
    expect(looked).toMatchObject({ requestType: 'CONFIRM_EMAIL_CHANGE', email: newEmail });
    expect(JSON.stringify(looked)).not.toContain(ada.email);
    const answers = [await applyCode(app, confirm), await applyCode(app, confirm)];
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.body).not.toContain('Ada');
    }
    const { rows } = await sql`
      select 1 from audit_events where subject_id = ${ada.uid}
        and action = 'account.email-change-confirmed'`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

  it('pressed twice by the operator: one change, one mail to each mailbox', async () => {
    const email = 'grace.new@example.com';
    const body = { act: 'change-address', email } as const;
    const answers = await Promise.all([
      actOn(app, operator, ada, body),
      actOn(app, operator, ada, body),
    ]);
    expect(answers.map((answer) => answer.json())).toEqual(
      Array(2).fill({ number: 1, state: 'done' }),
    );
    expect(await kinds(email)).toEqual(['confirm-email-change']);
    const other = await actOn(app, operator, ada, { ...body, email: 'other@example.com' });
    expectRefusal(other, 'operator/acted-meanwhile');
  });

  it('of two operators, one begins it and the other has to look again', async () => {
    const second = await createRole(app, 'admin');
    const answers = await Promise.all([
      actOn(app, operator, ada, { act: 'change-address', email: 'one@example.com' }),
      actOn(app, second, ada, { act: 'change-address', email: 'two@example.com' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('a second one takes the place of the first, whose links are void', async () => {
    const first = await begin();
    await applyCode(app, first.confirm);
    const second = await beginAddressChange(app, operator, ada, { seen: 1 });
    for (const code of [first.confirm, first.stop]) {
      expectIdentityRefusal(await applyCode(app, code), 'auth/invalid-action-code');
    }
    await pass(day);
    expect(await sheet()).toMatchObject({
      email: ada.email,
      address_change: { email: second.newEmail, confirmed: false },
    });
    expect(await ends()).toEqual([undefined, 'replaced']);
  });

  it('is stopped by an operator', async () => {
    const { confirm } = await begin();
    await applyCode(app, confirm);
    const answer = await actOn(app, operator, ada, { act: 'stop-address-change', seen: 1 });
    expect(answer.statusCode, answer.body).toBe(200);
    await pass(day);
    await expectKept();
    expect(await ends()).toEqual(['stopped']);
  });

  it('is given up if somebody else has the address by then', async () => {
    const { newEmail, confirm } = await begin();
    await applyCode(app, confirm);
    const body = { email: newEmail, password: 'correct horse' };
    expect((await identity(app, '/v1/accounts:signUp', body)).statusCode).toBe(200);
    await pass(day);
    await expectKept();
    expect(await ends()).toEqual(['address-taken']);
    expect((await sheet()).events).toContainEqual(
      expect.objectContaining({ action: 'account.email-change-given-up', own: false }),
    );
    expect(await kinds(ada.email)).not.toContain('recover-email');
  });

  it('is given up if the person has become an operator', async () => {
    const { confirm } = await begin();
    await applyCode(app, confirm);
    await giveRole(app, ada, 'support');
    await pass(day);
    await expectKept();
    expect(await ends()).toEqual(['not-allowed']);
  });

  it('is void once the person changes the address', async () => {
    const { newEmail, confirm } = await begin();
    await applyCode(app, confirm);
    const own = await changeEmail(app, ada);
    await pass(day);
    expect(await sheet()).toMatchObject({ email: own, address_change: null });
    expect(await ends()).toEqual(['void']);
    expect(await kinds(newEmail)).toEqual(['confirm-email-change']);
  });

  it('is void once an earlier mailbox takes the account back, or disowns it', async () => {
    const moved = await changeEmail(app, ada);
    const back = await receivedCode(app, ada.email, 'recover-email');
    const first = await beginAddressChange(app, operator, { ...ada, email: moved });
    await applyCode(app, first.confirm);
    expect((await applyCode(app, back)).statusCode).toBe(200);
    expect(await ends()).toEqual(['void']);
    const squatted = await createPerson(app);
    const second = await beginAddressChange(app, operator, squatted);
    await applyCode(app, second.confirm);
    const { email, idToken } = squatted;
    await identity(app, '/v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    const disowned = await disownAccount(app, await receivedCode(app, email, 'verify-email'));
    expect(disowned.statusCode, disowned.body).toBe(200);
    await pass(day);
    await expectKept();
    const { rows } = await sql`select 1 from accounts where email = ${email}`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

  it('an account that is gone by then: nothing happens', async () => {
    const { newEmail, confirm } = await begin();
    await applyCode(app, confirm);
    const { idToken } = await signIn(app, ada);
    await identity(app, '/v1/accounts:delete', { idToken });
    await pass(day);
    expect(await kinds(newEmail)).toEqual(['confirm-email-change']);
    const { rows } = await sql`
      select details from operator_acts where subject_id = ${ada.uid} and number = 1`.execute(
      app.db,
    );
    expect(rows).toEqual([{ details: {} }]);
  });

  it('a disabled account: both mailboxes may still press, and it takes effect once enabled', async () => {
    const { newEmail, confirm } = await begin();
    await actOn(app, operator, ada, { act: 'disable', seen: 1 });
    expect((await applyCode(app, confirm)).statusCode).toBe(200);
    await pass(2 * day);
    expect((await sheet()).email).toBe(ada.email);
    await actOn(app, operator, ada, { act: 'enable', seen: 2 });
    await pass(0);
    expect((await sheet()).email).toBe(newEmail);
  });

  it('a job that fails half way does it whole the next time', async () => {
    const { newEmail, confirm } = await begin();
    await applyCode(app, confirm);
    await sql`alter table mails add constraint planted check (kind <> 'email-changed')`.execute(
      app.db,
    );
    app.clock.advance(day);
    await expect(app.app.runDue()).rejects.toThrow('planted');
    operator = await signIn(app, operator);
    expect(await sheet()).toMatchObject({ email: ada.email, address_change: { confirmed: true } });
    await sql`alter table mails drop constraint planted`.execute(app.db);
    await Promise.all([app.app.runDue(), app.app.runDue()]);
    expect((await sheet()).email).toBe(newEmail);
    expect(await kinds(newEmail)).toEqual(
      expect.arrayContaining(['confirm-email-change', 'email-changed']),
    );
    expect((await kinds(newEmail)).filter((kind) => kind === 'email-changed')).toHaveLength(1);
  });

  it('an old mailbox that was never proven gets no link that brings the address back', async () => {
    const typo = await createPerson(app);
    const { newEmail, confirm } = await beginAddressChange(app, operator, typo);
    await applyCode(app, confirm);
    await pass(day);
    const { rows } = await sql`select email from accounts where id = ${typo.uid}`.execute(app.db);
    expect(rows).toEqual([{ email: newEmail }]);
    expect(await kinds(typo.email)).not.toContain('recover-email');
  });

  it('the old mailbox brings the address back for a week afterwards', async () => {
    const { confirm } = await begin();
    await applyCode(app, confirm);
    await pass(day);
    const back = await applyCode(app, await receivedCode(app, ada.email, 'recover-email'));
    expect(back.statusCode, back.body).toBe(200);
    expect((await sheet()).email).toBe(ada.email);
  });
});

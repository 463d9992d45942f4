import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { receivedMails } from '../harness/mailbox.ts';
import {
  actOn,
  callAs,
  createOperator,
  createRole,
  giveRole,
  operatedEnv,
  planDeletion,
} from '../harness/operators.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  changeEmail,
  createFreeSubscription,
  createVerifiedPerson,
  expectIdentityRefusal,
  expectRefusal,
  identity,
  lookup,
  type Person,
  receivedCode,
  resetPassword,
  signIn,
} from '../harness/wire-client.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe('a deletion that an operator plans', () => {
  let app: TestApp;
  let operator: Person;
  let ada: Person;
  beforeEach(async () => {
    app = await createOwnTestApp({ env: operatedEnv });
    operator = await createOperator(app);
    ada = await createVerifiedPerson(app);
  });

  async function pass(ms: number): Promise<void> {
    app.clock.advance(ms);
    await app.app.runDue();
    operator = await signIn(app, operator);
  }

  const look = () =>
    callAs(app, operator, `POST /accounts/${ada.uid}/look`, { reason: 'Ticket 12' });
  const sheet = async () => (await look()).json();
  const mailsOf = async (kind: string) =>
    (await receivedMails(app, ada.email)).filter((mail) => mail.kind === kind);
  const ends = async (): Promise<unknown[]> =>
    (await sheet()).acts
      .filter(({ act }: { act: string }) => act === 'delete')
      .map(({ end }: { end?: string }) => end);

  async function expectKept(...expected: readonly unknown[]): Promise<void> {
    const { email, deletes_at: deletesAt } = await sheet();
    expect([email, deletesAt]).toEqual([ada.email, null]);
    expect(await ends()).toEqual(expected);
  }

  it('deletes the account after 7 days, in which it works as before', async () => {
    const keep = await planDeletion(app, operator, ada);
    const [told] = await mailsOf('deletion-planned');
    expect(told?.subject).toMatch(/^Your Hearth account will be deleted on \w+ \d+, \d{4}$/);
    expect((await lookup(app, ada.idToken)).statusCode).toBe(200);
    await pass(7 * day - hour);
    const { deletes_at: deletesAt } = await sheet();
    expect(Date.parse(deletesAt) - app.clock.now().getTime()).toBeGreaterThan(0);
    await pass(hour);
    expectRefusal(await look(), 'account/unknown');
    const [gone, ...more] = await mailsOf('account-deleted');
    expect(more).toEqual([]);
    expect(gone?.text).toContain('as we told you 7 days ago');
    expectIdentityRefusal(await applyCode(app, keep), 'auth/invalid-action-code');
    const { rows } = await sql`
      select reason from operator_acts where subject_id = ${ada.uid} and number = 1`.execute(
      app.db,
    );
    expect(rows).toEqual([{ reason: '' }]);
  });

  it('is stopped by one press in the mailbox, and operators see it', async () => {
    const keep = await planDeletion(app, operator, ada);
    const looked = (await resetPassword(app, { oobCode: keep })).json();
    expect(looked).toMatchObject({ requestType: 'KEEP_ACCOUNT', email: ada.email });
    expect((await sheet()).deletes_at).not.toBeNull();
    const kept = await applyCode(app, keep);
    expect(kept.statusCode, kept.body).toBe(200);
    expectIdentityRefusal(await applyCode(app, keep), 'auth/invalid-action-code');
    await pass(8 * day);
    await expectKept('stopped-by-person');
    expect((await sheet()).events).toContainEqual(
      expect.objectContaining({ action: 'account.deletion-stopped', own: true }),
    );
  });

  it('is stopped by an operator', async () => {
    const keep = await planDeletion(app, operator, ada);
    const answer = await actOn(app, operator, ada, { act: 'keep', seen: 1 });
    expect(answer.statusCode, answer.body).toBe(200);
    expectIdentityRefusal(await applyCode(app, keep), 'auth/invalid-action-code');
    await pass(8 * day);
    await expectKept('stopped');
  });

  it('pressed twice: planned once, with one mail; another operator has to look again', async () => {
    const other = await createRole(app, 'admin');
    const answers = await Promise.all([
      actOn(app, operator, ada, { act: 'delete' }),
      actOn(app, operator, ada, { act: 'delete' }),
    ]);
    expect(answers.map((answer) => answer.json())).toEqual(
      Array(2).fill({ number: 1, state: 'done' }),
    );
    expectRefusal(await actOn(app, other, ada, { act: 'keep' }), 'operator/acted-meanwhile');
    expect(await mailsOf('deletion-planned')).toHaveLength(1);
  });

  it('planned again: the 7 days begin again, and the first link is void', async () => {
    const first = await planDeletion(app, operator, ada);
    await pass(6 * day);
    await actOn(app, operator, ada, { act: 'delete', seen: 1 });
    expectIdentityRefusal(await applyCode(app, first), 'auth/invalid-action-code');
    await pass(6 * day);
    expect(await ends()).toEqual([undefined, 'replaced']);
    await pass(day);
    expectRefusal(await look(), 'account/unknown');
  });

  it('is given up if the person owns a project by then', async () => {
    await planDeletion(app, operator, ada);
    await createFreeSubscription(app, ada);
    await pass(7 * day);
    await expectKept('not-allowed');
    expect(await mailsOf('account-deleted')).toEqual([]);
    expect((await sheet()).events).toContainEqual(
      expect.objectContaining({ action: 'account.deletion-given-up', own: false }),
    );
  });

  it('is given up if the person has become an operator', async () => {
    await planDeletion(app, operator, ada);
    await giveRole(app, ada, 'support');
    await pass(7 * day);
    await expectKept('not-allowed');
  });

  it('is void once an earlier mailbox takes the account back', async () => {
    const moved = await changeEmail(app, ada);
    await planDeletion(app, operator, { ...ada, email: moved });
    const back = await applyCode(app, await receivedCode(app, ada.email, 'recover-email'));
    expect(back.statusCode, back.body).toBe(200);
    await pass(7 * day);
    await expectKept('void');
  });

  it('a person who deletes the account before: nothing is left to do', async () => {
    await planDeletion(app, operator, ada);
    const { idToken } = await signIn(app, ada);
    expect((await identity(app, '/v1/accounts:delete', { idToken })).statusCode).toBe(200);
    await pass(7 * day);
    expect(await mailsOf('account-deleted')).toHaveLength(1);
  });

  it('a disabled account is kept by its mailbox, too', async () => {
    const keep = await planDeletion(app, operator, ada);
    await actOn(app, operator, ada, { act: 'disable', seen: 1 });
    expect((await applyCode(app, keep)).statusCode).toBe(200);
    await pass(8 * day);
    await expectKept('stopped-by-person');
  });

  it('a job that fails half way does it whole the next time', async () => {
    await planDeletion(app, operator, ada);
    await sql`alter table mails add constraint planted check (kind <> 'account-deleted')`.execute(
      app.db,
    );
    app.clock.advance(7 * day);
    await expect(app.app.runDue()).rejects.toThrow('planted');
    operator = await signIn(app, operator);
    expect((await sheet()).deletes_at).not.toBeNull();
    await sql`alter table mails drop constraint planted`.execute(app.db);
    await Promise.all([app.app.runDue(), app.app.runDue()]);
    expectRefusal(await look(), 'account/unknown');
    expect(await mailsOf('account-deleted')).toHaveLength(1);
  });
});

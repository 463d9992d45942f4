import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callAs, createOperatedApp, createOperator, operatedEnv } from '../../harness/operators.ts';
import { createOwnTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createFreeSubscription,
  createPerson,
  createVerifiedPerson,
  expectRefusal,
  identity,
  type Person,
  sendOobCode,
  signIn,
} from '../../harness/wire-client.ts';

const reason = 'Cannot sign in, ticket 7';

describe('lookAtAccount', () => {
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

  const look = ({ uid }: Pick<Person, 'uid'>, why = reason) =>
    callAs(app, operator, `POST /accounts/${uid}/look`, { reason: why });

  it('shows how the person signs in, sessions, projects, mails and what happened', async () => {
    const person = await createVerifiedPerson(app);
    const projectId = await createFreeSubscription(app, person);
    const sheet = (await look(person)).json();
    expect(sheet).toMatchObject({
      uid: person.uid,
      email: person.email,
      email_verified: true,
      name: 'Ada Lovelace',
      disabled_at: null,
      address_change: null,
      deletes_at: null,
      operator_role: null,
      has_password: true,
      projects: [{ subscription_id: projectId, is_owner: true, status: 'active' }],
      limits: [],
      seen: 0,
    });
    expect(sheet.sessions[0]).toMatchObject({ provider: 'password', current: false });
    expect(sheet.mails.map(({ kind }: { kind: string }) => kind)).toContain('verify-email');
    const actions = sheet.events.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['account.created', 'account.email-verified']));
    expect(JSON.stringify(sheet)).not.toMatch(/argon2|token_hash|oobCode/);
  });

  it('keeps who looked and why, once in a while for each reason', async () => {
    const person = await createVerifiedPerson(app);
    await look(person);
    await look(person);
    const { acts } = (await look(person, 'A second question')).json();
    const looks = acts.map(({ act, operator: who, reason: why }: Record<string, string>) => [
      act,
      who,
      why,
    ]);
    expect(looks).toEqual([
      ['look', operator.email, 'A second question'],
      ['look', operator.email, reason],
    ]);
    app.clock.advance(16 * 60_000);
    operator = await signIn(app, operator);
    expect((await look(person)).json().acts).toHaveLength(3);
  });

  it('names the limits that hold the person up', async () => {
    const limited = await createOwnTestApp({ env: { ...operatedEnv, RATE_LIMITS: 'on' } });
    const by = await createOperator(limited);
    const { uid, email } = await createPerson(limited);
    for (let asked = 0; asked < 5; asked += 1) {
      await sendOobCode(limited, { requestType: 'PASSWORD_RESET', email });
    }
    const answer = await callAs(limited, by, `POST /accounts/${uid}/look`, { reason });
    expect(answer.json().limits).toEqual(['mail reset']);
  });

  it('somebody who is gone: account/unknown, and no look is kept', async () => {
    expectRefusal(await look({ uid: 'nobody' }), 'account/unknown');
    const { rows } = await sql`select 1 from operator_acts where subject_id = 'nobody'`.execute(
      app.db,
    );
    expect(rows).toEqual([]);
  });

  it('reasons go with the account, and that somebody looked stays', async () => {
    const person = await createVerifiedPerson(app);
    await look(person, 'Her card was declined in Oslo');
    const { idToken } = await signIn(app, person);
    await identity(app, '/v1/accounts:delete', { idToken });
    const { rows } = await sql<{ reason: string }>`
      select reason from operator_acts where subject_id = ${person.uid}`.execute(app.db);
    expect(rows).toEqual([{ reason: '' }]);
  });
});

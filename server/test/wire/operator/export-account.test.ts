import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, createOperatedApp, createOperator, createRole } from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import {
  createFreeSubscription,
  createVerifiedPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

describe('exportAccount', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  const ask = (uid: string, by = operator) =>
    callAs(app, by, `POST /accounts/${uid}/export`, { reason: 'She asked for her data.' });

  it('answers what is stored, without secrets, and notes it with its reason', async () => {
    const person = await createVerifiedPerson(app);
    const id = await createFreeSubscription(app, person);
    const answer = await ask(person.uid);
    expect(answer.json()).toMatchObject({
      account: { id: person.uid, email: person.email, emailVerified: true },
      waysIn: { providers: [], recoveryCodesLeft: 0 },
      subscriptions: [{ id, is_owner: true }],
    });
    expect(answer.body).not.toMatch(/argon2|passwordHash/);
    const { rows } = await sql<{ act: string; who: string }>`
      select act, operator_id as who from operator_acts
      where subject_id = ${person.uid}`.execute(app.db);
    expect(rows).toEqual([{ act: 'export', who: operator.uid }]);
  });

  it('is only for administrators', async () => {
    const { uid } = await createVerifiedPerson(app);
    expectRefusal(await ask(uid, await createRole(app, 'billing')), 'access/denied');
  });

  it('somebody who is gone: account/unknown', async () => {
    expectRefusal(await ask('nobody'), 'account/unknown');
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bought } from '../../billing/support/crash-steps.ts';
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
      sessions: [{ current: false }],
      subscriptions: [{ id, is_owner: true }],
      billing: [],
    });
    const { events } = answer.json();
    expect(events.map(({ action }: { action: string }) => action)).toContain('account.created');
    expect(answer.body).not.toMatch(/argon2|passwordHash/);
    const { rows } = await sql<{ act: string; who: string }>`
      select act, operator_id as who from operator_acts
      where subject_id = ${person.uid}`.execute(app.db);
    expect(rows).toEqual([{ act: 'export', who: operator.uid }]);
  });

  it('answers the billing details of projects that the person pays for, and the emails without their text', async () => {
    const owner = await createVerifiedPerson(app);
    const id = await bought('pro')(app, owner);
    const { billing, emails } = (await ask(owner.uid)).json();
    expect(billing).toEqual([
      {
        subscription_id: id,
        details: expect.objectContaining({ name: 'Ada Lovelace' }),
        card: expect.objectContaining({ last4: '4242' }),
      },
    ]);
    expect(emails.map(({ kind }: { kind: string }) => kind)).toContain('verify-email');
    expect(Object.keys(emails[0])).toEqual(['id', 'kind', 'at', 'sentAt', 'state']);
  });

  it('is only for administrators', async () => {
    const { uid } = await createVerifiedPerson(app);
    expectRefusal(await ask(uid, await createRole(app, 'billing')), 'access/denied');
  });

  it('somebody who is gone: account/unknown', async () => {
    expectRefusal(await ask('nobody'), 'account/unknown');
  });
});

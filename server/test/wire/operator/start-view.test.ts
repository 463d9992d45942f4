import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../harness/factories.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { callAs, createOperatedApp, createOperator, createRole } from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { askForView, createViewedApp, viewReason } from '../../harness/views.ts';
import {
  createFreeSubscription,
  createPerson,
  createVerifiedPerson,
  disable,
  document,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

describe('startView', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createViewedApp({ standsStill: true });
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  it('answers a token that shows the product as the person sees it, for fifteen minutes', async () => {
    const person = await createVerifiedPerson(app);
    const subscriptionId = await createFreeSubscription(app, person);
    const { token, expires_at } = (await askForView(app, operator, person)).json();
    expect(token).toMatch(/^view_[\w-]{43}$/);
    expect(Date.parse(expires_at) - app.clock.now().getTime()).toBe(15 * 60_000);
    const { subscriptions } = (
      await document(app, 'GET /v1/subscriptions', { idToken: token })
    ).json();
    expect(subscriptions.map(({ id }: { id: string }) => id)).toEqual([subscriptionId]);
    const { rows } = await sql`select token_hash from operator_views
      where token_hash = ${Buffer.from(token)}`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('stands in the history of the person each time, with its reason', async () => {
    const person = await createPerson(app);
    await askForView(app, operator, person);
    await askForView(app, operator, person);
    const sheet = await callAs(app, operator, `POST /accounts/${person.uid}/look`, {
      reason: 'Ticket 13',
    });
    const view = { act: 'view', number: null, reason: viewReason, operator: operator.email };
    expect(sheet.json().acts).toMatchObject([{ act: 'look' }, view, view]);
    expect(sheet.json().can_be_seen).toBe(true);
  });

  it('mails the person and each owner of a project around them, once', async () => {
    const person = await createVerifiedPerson(app);
    await createFreeSubscription(app, person);
    const owner = await createVerifiedPerson(app);
    for (const subscriptionId of [
      await createFreeSubscription(app, owner),
      await createFreeSubscription(app, owner),
    ]) {
      await addMember(app, { subscriptionId, uid: person.uid });
    }
    const others = await createVerifiedPerson(app);
    await createFreeSubscription(app, others);
    await askForView(app, operator, person);
    const kinds = async ({ email }: Person) =>
      (await receivedMails(app, email)).filter(({ kind }) => /viewed/.test(kind));
    const [toPerson, ...more] = await kinds(person);
    expect(more).toEqual([]);
    expect(toPerson).toMatchObject({ kind: 'account-viewed' });
    expect(toPerson?.text).toContain(viewReason);
    const [toOwner, ...again] = await kinds(owner);
    expect(again).toEqual([]);
    expect(toOwner).toMatchObject({ kind: 'member-viewed' });
    expect(toOwner?.text).toContain(person.email);
    expect(await kinds(others)).toEqual([]);
  });

  it('is only for administrators', async () => {
    const person = await createPerson(app);
    for (const role of ['support', 'billing'] as const) {
      const by = await createRole(app, role);
      expectRefusal(await askForView(app, by, person), 'access/denied');
      const sheet = await callAs(app, by, `POST /accounts/${person.uid}/look`, {
        reason: 'Ticket',
      });
      expect(sheet.json().can_be_seen).toBe(false);
    }
  });

  it('somebody who is gone: account/unknown', async () => {
    expectRefusal(await askForView(app, operator, { uid: 'nobody' }), 'account/unknown');
  });

  it('an operator, by role or by OPERATOR_EMAILS: operator/is-operator', async () => {
    const support = await createRole(app, 'support');
    expectRefusal(await askForView(app, operator, support), 'operator/is-operator');
    expectRefusal(await askForView(app, operator, operator), 'operator/is-operator');
  });

  it('a disabled account: operator/person-disabled', async () => {
    const person = await createPerson(app);
    await disable(app, person);
    expectRefusal(await askForView(app, operator, person), 'operator/person-disabled');
  });

  it('refused: mails nobody, and notes nothing', async () => {
    const support = await createRole(app, 'support');
    await askForView(app, operator, support);
    const { rows } = await sql`
      select from operator_acts where subject_id = ${support.uid}`.execute(app.db);
    expect(rows).toEqual([]);
  });
});

it('startView without policy.operatorsSeeAsPerson: operator/seeing-off', async () => {
  const app = await createOperatedApp();
  const operator = await createOperator(app);
  const person = await createPerson(app);
  expectRefusal(await askForView(app, operator, person), 'operator/seeing-off');
  const sheet = await callAs(app, operator, `POST /accounts/${person.uid}/look`, { reason: 'Why' });
  expect(sheet.json().can_be_seen).toBe(false);
  await app.close();
});

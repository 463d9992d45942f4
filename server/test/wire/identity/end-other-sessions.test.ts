import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createPerson,
  document,
  expectRefusal,
  expectSessionOver,
  lookup,
  refresh,
  signIn,
} from '../../harness/wire-client.ts';

describe('endOtherSessions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const endOthers = (idToken: string) => document(app, 'DELETE /v1/sessions', { idToken });

  it('ends all sessions of the person but the one that asks, and nobody else’s', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    const [phone, laptop] = [await signIn(app, ada), await signIn(app, ada)];

    const answer = await endOthers(phone.idToken);

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ended: 2 });
    await expectSessionOver(app, ada);
    await expectSessionOver(app, laptop);
    expect((await refresh(app, phone.refreshToken)).statusCode).toBe(200);
    expect((await lookup(app, grace.idToken)).statusCode).toBe(200);
  });

  it('answers 0 when there are none, and records nothing', async () => {
    const { idToken, uid } = await createPerson(app);
    expect((await endOthers(idToken)).json()).toEqual({ ended: 0 });
    const { rows } = await sql`select 1 from audit_events
      where actor_id = ${uid} and action = 'session.others-ended'`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('refuses after an old sign-in, and ends none', async () => {
    const ada = await createPerson(app);
    const phone = await signIn(app, ada);
    app.clock.advance(6 * 60_000);
    expectRefusal(await endOthers(phone.idToken), 'auth/requires-recent-login');
    expect((await lookup(app, ada.idToken)).statusCode).toBe(200);
    const again = await signIn(app, ada);
    expect((await endOthers(again.idToken)).json()).toEqual({ ended: 2 });
  });

  it('refuses without a session', async () => {
    expectRefusal(await document(app, 'DELETE /v1/sessions'), 'auth/unauthenticated');
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretHash } from '../../../src/platform/ids.ts';
import { finishInteraction, plantInteraction } from '../../harness/hosted-sign-in.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { createPerson, document, expectRefusal, signIn } from '../../harness/wire-client.ts';

describe('finishInteraction', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function resultOf(id: string) {
    const { rows } = await sql<{ result: unknown }>`
      select payload -> 'result' as result from hosted_sign_ins
      where id_hash = ${secretHash(id)}`.execute(app.db);
    return rows[0]?.result;
  }

  it('writes who is signed in, and answers the path that goes on', async () => {
    const { uid, idToken } = await createPerson(app);
    const { id, cookie } = await plantInteraction(app);

    const answer = await finishInteraction(app, { id, cookie, idToken });

    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ return_to: `/oauth/authorize/${id}` });
    expect(await resultOf(id)).toMatchObject({
      login: { accountId: uid },
      hearth: { sessionId: expect.stringMatching(/^\w{28}$/) },
    });
  });

  it('answers another browser, an unknown one and an expired one alike: interaction/unknown', async () => {
    const { idToken } = await createPerson(app);
    const { id, cookie } = await plantInteraction(app);
    const other = await plantInteraction(app);
    const underAnotherName = `__Host-${cookie}`;

    for (const foreign of [other.cookie, underAnotherName, '']) {
      expectRefusal(
        await finishInteraction(app, { id, cookie: foreign, idToken }),
        'interaction/unknown',
      );
    }
    const unknown = await finishInteraction(app, { id: 'unknown', cookie, idToken });
    expectRefusal(unknown, 'interaction/unknown');
    expect(await resultOf(id)).toBeNull();

    const old = await plantInteraction(app);
    await sql`
      update hosted_sign_ins set expires_at = ${app.clock.now()}
      where id_hash = ${secretHash(old.id)}`.execute(app.db);
    expectRefusal(await finishInteraction(app, { ...old, idToken }), 'interaction/unknown');
  });

  it('refuses a sign-in that is older than the client asks for: auth/requires-recent-login', async () => {
    const ada = await createPerson(app);
    app.clock.advance(120_000);
    const again = await plantInteraction(app, { prompt: 'login' });
    const young = await plantInteraction(app, { max_age: 60 });
    const oldEnough = await plantInteraction(app, { max_age: 600 });
    const { idToken } = ada;

    for (const interaction of [again, young]) {
      const answer = await finishInteraction(app, { ...interaction, idToken });
      expectRefusal(answer, 'auth/requires-recent-login');
    }
    expect((await finishInteraction(app, { ...oldEnough, idToken })).statusCode).toBe(200);

    const renewed = await signIn(app, ada);
    for (const interaction of [again, young]) {
      const answer = await finishInteraction(app, { ...interaction, idToken: renewed.idToken });
      expect(answer.statusCode, answer.body).toBe(200);
    }
  });

  it('refuses without a session, and an id that is none', async () => {
    const { id, cookie } = await plantInteraction(app);
    const line = `POST /v1/oauth/interactions/${id}` as const;
    const answer = await document(app, line, { headers: { cookie } });
    expectRefusal(answer, 'auth/unauthenticated');
    const { idToken } = await createPerson(app);
    expectRefusal(await finishInteraction(app, { id: 'a.b', idToken }), 'request/invalid');
  });
});

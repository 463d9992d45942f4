import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createPerson,
  document,
  expectRefusal,
  expectSessionOver,
  lookup,
  signIn,
} from '../../harness/wire-client.ts';

describe('endSession', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const end = (id: string, idToken: string) =>
    document(app, `DELETE /v1/sessions/${id}`, { idToken });

  async function listIds(idToken: string): Promise<string[]> {
    const { sessions } = (await document(app, 'GET /v1/sessions', { idToken })).json();
    return sessions.map((session: { id: string }) => session.id);
  }

  it('ends another session of one’s own at its next request', async () => {
    const ada = await createPerson(app);
    const phone = await signIn(app, ada);
    const [, other = ''] = await listIds(ada.idToken);

    const answer = await end(other, ada.idToken);

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ended: 1 });
    await expectSessionOver(app, phone);
    expect((await lookup(app, ada.idToken)).statusCode).toBe(200);
  });

  it('ends the very session that asks', async () => {
    const ada = await createPerson(app);
    const [own = ''] = await listIds(ada.idToken);
    expect((await end(own, ada.idToken)).statusCode).toBe(200);
    await expectSessionOver(app, ada);
  });

  it('answers a foreign, an unknown and an ended one alike', async () => {
    const [ada, grace] = [await createPerson(app), await createPerson(app)];
    await signIn(app, ada);
    const [, ended = ''] = await listIds(ada.idToken);
    await end(ended, ada.idToken);
    const [foreign = ''] = await listIds(grace.idToken);
    const answers = await Promise.all(
      [foreign, 'unknown', ended].map((id) => end(id, ada.idToken)),
    );
    for (const answer of answers) {
      expectRefusal(answer, 'access/denied');
      expect(answer.body).toBe(answers[0]?.body);
    }
    expect((await lookup(app, grace.idToken)).statusCode).toBe(200);
  });

  it('refuses after an old sign-in, but to end the session that asks', async () => {
    const ada = await createPerson(app);
    const phone = await signIn(app, ada);
    const { sessions } = (
      await document(app, 'GET /v1/sessions', { idToken: phone.idToken })
    ).json();
    const idOf = (isOwn: boolean): string =>
      sessions.find(({ current }: { current: boolean }) => current === isOwn).id;
    app.clock.advance(6 * 60_000);
    for (const id of [idOf(false), 'unknown']) {
      expectRefusal(await end(id, phone.idToken), 'auth/requires-recent-login');
    }
    expect((await lookup(app, ada.idToken)).statusCode).toBe(200);
    expect((await end(idOf(true), phone.idToken)).statusCode).toBe(200);
    await expectSessionOver(app, phone);
    const again = await signIn(app, ada);
    expect((await end(idOf(false), again.idToken)).statusCode).toBe(200);
    await expectSessionOver(app, ada);
  });

  it('refuses without a session, and an id that is none', async () => {
    expectRefusal(await document(app, 'DELETE /v1/sessions/some'), 'auth/unauthenticated');
    const { idToken } = await createPerson(app);
    expectRefusal(await end('x'.repeat(129), idToken), 'request/invalid');
  });
});

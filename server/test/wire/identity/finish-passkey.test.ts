import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receivedMails } from '../../harness/mailbox.ts';
import {
  addPasskey,
  finishPasskey,
  makePasskey,
  signInWithPasskey,
  startPasskey,
} from '../../harness/passkey-device.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createVerifiedPerson,
  document,
  expectRefusal,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

describe('finishPasskey', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ standsStill: true });
  });
  afterAll(() => app.close());

  const begin = async (person: Person) => (await startPasskey(app, person)).json().data.options;

  it('adds it under the name of the program that keeps it, and mails the change', async () => {
    const ada = await createVerifiedPerson(app);
    const { id } = await addPasskey(app, ada);
    const methods = (await document(app, 'GET /v1/sign-in-methods', ada)).json();
    expect(methods.passkeys).toEqual([
      {
        id,
        name: 'Apple Passwords',
        added_at: app.clock.now().toISOString(),
        user_agent: expect.any(String),
        last_used_at: null,
      },
    ]);
    const mail = (await receivedMails(app, ada.email)).at(-1);
    expect(mail).toMatchObject({ kind: 'factors-changed' });
    expect(mail?.text).toContain('A passkey was added');
  });

  it('one challenge adds one passkey', async () => {
    const ada = await createVerifiedPerson(app);
    const options = await begin(ada);
    const [one, other] = [makePasskey(app, options), makePasskey(app, options)];
    expect((await finishPasskey(app, ada, one.credential)).statusCode).toBe(200);
    const answer = await finishPasskey(app, ada, other.credential);
    expectRefusal(answer, 'auth/passkey-request-expired');
  });

  it.each([
    ['another origin', { origin: 'https://hearth.example.net' }],
    ['another relying party', { rpId: 'hearth.example.net' }],
    ['a device that has not checked the person', { isUnverified: true }],
    ['an answer to a sign-in', { type: 'webauthn.get' }],
  ])('%s: refused, and nothing is added', async (_name, ways) => {
    const ada = await createVerifiedPerson(app);
    const { credential } = makePasskey(app, await begin(ada), ways);
    expectRefusal(await finishPasskey(app, ada, credential), 'auth/invalid-passkey');
    expect((await document(app, 'GET /v1/sign-in-methods', ada)).json().passkeys).toEqual([]);
  });

  it('a challenge of another person, or of six minutes ago: refused', async () => {
    const [ada, eve] = [await createVerifiedPerson(app), await createVerifiedPerson(app)];
    const { credential } = makePasskey(app, await begin(ada));
    expectRefusal(await finishPasskey(app, eve, credential), 'auth/passkey-request-expired');
    app.clock.advance(6 * 60_000);
    const back = await signIn(app, ada);
    expectRefusal(await finishPasskey(app, back, credential), 'auth/passkey-request-expired');
  });

  it('a key that another account has: refused, and it opens that one still', async () => {
    const [ada, eve] = [await createVerifiedPerson(app), await createVerifiedPerson(app)];
    const own = makePasskey(app, await begin(ada));
    const { id } = (await finishPasskey(app, ada, own.credential)).json().data;
    const { challenge } = await begin(eve);
    const clientDataJSON = Buffer.from(
      JSON.stringify({ type: 'webauthn.create', challenge, origin: app.config.publicUrl }),
    ).toString('base64url');
    const response = { ...own.credential.response, clientDataJSON };
    const answer = await finishPasskey(app, eve, { ...own.credential, response });
    expectRefusal(answer, 'auth/passkey-already-in-use');
    const signedIn = await signInWithPasskey(app, { ...own.kept, id });
    expect(signedIn.json().localId).toBe(ada.uid);
  });

  it('no passkey, or one without its parts: refused', async () => {
    const ada = await createVerifiedPerson(app);
    expectRefusal(await finishPasskey(app, ada, {}), 'request/invalid');
    const { credential } = makePasskey(app, await begin(ada));
    const response = { ...credential.response, clientDataJSON: 'bm8' };
    const answer = await finishPasskey(app, ada, { ...credential, response });
    expectRefusal(answer, 'auth/invalid-passkey');
  });
});

it('an address where browsers offer none: refused', async () => {
  const app = await createOwnTestApp({ env: { PUBLIC_URL: 'http://192.0.2.7:3000' } });
  const options = { challenge: 'some', rp: { id: '192.0.2.7' }, user: { id: 'some' } };
  const { credential } = makePasskey(app, options);
  const ada = await createVerifiedPerson(app);
  expectRefusal(await finishPasskey(app, ada, credential), 'auth/passkeys-off');
});

describe('what has changed since the beginning', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ standsStill: true });
  });
  afterAll(() => app.close());

  async function begin() {
    const ada = await createVerifiedPerson(app);
    const { options } = (await startPasskey(app, ada)).json().data;
    return { ada, credential: makePasskey(app, options).credential };
  }

  it('an address that is not verified any more: refused', async () => {
    const { ada, credential } = await begin();
    await sql`update accounts set email_verified = false where id = ${ada.uid}`.execute(app.db);
    expectRefusal(await finishPasskey(app, ada, credential), 'auth/unverified-email');
  });

  it('twenty passkeys by now: refused', async () => {
    const { ada, credential } = await begin();
    for (let count = 0; count < 20; count += 1) {
      await addPasskey(app, ada);
    }
    const answer = await finishPasskey(app, ada, credential);
    expectRefusal(answer, 'auth/maximum-passkey-count-exceeded');
  });

  it('a sign-in of six minutes ago: refused', async () => {
    const { ada, credential } = await begin();
    app.clock.advance(6 * 60_000);
    expectRefusal(await finishPasskey(app, ada, credential), 'auth/requires-recent-login');
  });
});

import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  type Answer,
  createPerson,
  document,
  expectIdentityRefusal,
  expectSessionOver,
  identity,
  lookup,
  newAddress,
  refresh,
  signIn,
} from '../harness/wire-client.ts';

const minute = 60_000;

describe('Google’s protocol', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const withGoogle = (claims: object, more: object = {}): Promise<Answer> => {
    const form = { providerId: 'google.com', id_token: JSON.stringify(claims) };
    const postBody = new URLSearchParams(form).toString();
    return identity(app, '/v1/accounts:signInWithIdp', { postBody, ...more });
  };

  const workspace = (email = newAddress()) => ({
    sub: `10${email.length}-${email}`,
    email,
    email_verified: true,
    hd: 'example.com',
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    picture: 'https://lh3.example/a.png',
    locale: 'en',
  });

  it('says who the provider’s person is, and gives apps their profile', async () => {
    const claims = { ...workspace(), nonce: undefined, at_hash: 'h', exp: 9e9, deep: { a: 1 } };
    const answer = (await withGoogle(claims)).json();
    expect(answer).toMatchObject({
      federatedId: `https://accounts.google.com/${claims.sub}`,
      fullName: 'Ada Lovelace',
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
    const { at_hash: _hash, exp: _exp, deep: _deep, nonce: _nonce, ...profile } = claims;
    expect(JSON.parse(answer.rawUserInfo)).toEqual({ id: claims.sub, ...profile });
    const [user] = (await lookup(app, answer.idToken)).json().users;
    // Google's own service answers the bare subject here, too.
    expect(user.providerUserInfo[0]).toMatchObject({ rawId: claims.sub, federatedId: claims.sub });
  });

  it('keeps nothing of that profile', async () => {
    const claims = { ...workspace(), locale: 'kept-nowhere' };
    await withGoogle(claims);
    const { rows } = await sql<{ row: string }>`
      select row_to_json(l)::text as row from identity_links l
      union all select row_to_json(a)::text from accounts a`.execute(app.db);
    expect(rows.map(({ row }) => row).join()).not.toContain('kept-nowhere');
  });

  it('names in the tokens every identity that opens the account', async () => {
    const claims = workspace();
    const answer = (await withGoogle(claims)).json();
    const identities = { 'google.com': [claims.sub], email: [claims.email] };
    expect(decodeJwt(answer.idToken)).toMatchObject({
      firebase: { identities, sign_in_provider: 'google.com' },
    });
    const refreshed = (await refresh(app, answer.refreshToken)).json();
    expect(decodeJwt(refreshed.id_token)).toMatchObject({ firebase: { identities } });

    const person = await createPerson(app);
    expect(decodeJwt(person.idToken)).toMatchObject({
      firebase: { identities: { email: [person.email] } },
    });
    const linked = await withGoogle({ sub: 'later' }, { idToken: person.idToken });
    const both = { 'google.com': ['later'], email: [person.email] };
    expect(decodeJwt(linked.json().idToken)).toMatchObject({ firebase: { identities: both } });
    const again = await signIn(app, person);
    expect(decodeJwt(again.idToken)).toMatchObject({
      firebase: { identities: both, sign_in_provider: 'password' },
    });
  });

  describe('of a link to an identity that opens another account', () => {
    it('answers the credential with status 200 if it is wanted back', async () => {
      const claims = workspace();
      const { localId } = (await withGoogle(claims)).json();
      const { idToken } = await createPerson(app);
      const answer = await withGoogle(claims, { idToken, returnIdpCredential: true });
      expect(answer.statusCode).toBe(200);
      const { errorMessage, pendingToken, ...rest } = answer.json();
      expect(errorMessage).toBe('FEDERATED_USER_ID_ALREADY_LINKED');
      expect(rest).toMatchObject({
        providerId: 'google.com',
        email: claims.email,
        oauthIdToken: JSON.stringify(claims),
      });
      expect(rest).not.toHaveProperty('idToken');
      expect(rest).not.toHaveProperty('localId');

      const signedIn = await identity(app, '/v1/accounts:signInWithIdp', { pendingToken });
      expect(signedIn.json().localId).toBe(localId);
      expect((await lookup(app, idToken)).json().users[0].providerUserInfo).toHaveLength(1);
    });

    it('refuses with status 400 otherwise, with the credential beside the error', async () => {
      const claims = workspace();
      await withGoogle(claims);
      const { idToken } = await createPerson(app);
      const answer = await withGoogle(claims, { idToken });
      expect(answer.statusCode).toBe(400);
      expectIdentityRefusal(answer, 'auth/identity-already-linked');
      expect(answer.json().oauthIdToken).toBe(JSON.stringify(claims));
      expect(answer.json()).not.toHaveProperty('pendingToken');
    });
  });

  describe('of a change', () => {
    const update = (body: object) => identity(app, '/v1/accounts:update', body);

    it('sets a first password beside the account’s own address, as phones send it', async () => {
      const { email, idToken } = (await withGoogle(workspace())).json();
      const answer = await update({ idToken, email: email.toUpperCase(), password: 'secret' });
      expect(answer.statusCode, answer.body).toBe(200);
      await signIn(app, { email, password: 'secret' });
    });

    it.each(['1', 1, '99999999999'])('ends older sessions by validSince %j', async (validSince) => {
      const person = await createPerson(app);
      const other = await signIn(app, person);
      const answer = await update({ idToken: person.idToken, validSince });
      expect(answer.statusCode, answer.body).toBe(200);
      await expectSessionOver(app, other);
      await expectSessionOver(app, person);
      const { idToken, refreshToken, expiresIn } = answer.json();
      expect(expiresIn).toBe('3600');
      expect((await lookup(app, idToken)).statusCode).toBe(200);
      expect((await refresh(app, refreshToken)).statusCode).toBe(200);
      const { sessions } = (await document(app, 'GET /v1/sessions', { idToken })).json();
      expect(sessions).toHaveLength(1);
    });

    it('wants a fresh sign-in for validSince, as for everything that locks others out', async () => {
      const person = await createPerson(app);
      app.clock.advance(6 * minute);
      const answer = await update({ idToken: person.idToken, validSince: '1' });
      expectIdentityRefusal(answer, 'auth/requires-recent-login');
      expect((await lookup(app, person.idToken)).statusCode).toBe(200);
    });

    it('ends nothing by a null validSince', async () => {
      const person = await createPerson(app);
      await update({ idToken: person.idToken, displayName: 'Ada', validSince: null });
      expect((await lookup(app, person.idToken)).statusCode).toBe(200);
    });
  });

  it('asks for the new address before it asks who changes it', async () => {
    const requestType = 'VERIFY_AND_CHANGE_EMAIL';
    const bare = await identity(app, '/v1/accounts:sendOobCode', { requestType });
    expectIdentityRefusal(bare, 'auth/missing-new-email');
    const nobody = { requestType, newEmail: newAddress() };
    const anonymous = await identity(app, '/v1/accounts:sendOobCode', nobody);
    expectIdentityRefusal(anonymous, 'auth/missing-id-token');
  });

  it.each(['lookup', 'delete'])('says MISSING_ID_TOKEN of %s without a token', async (name) => {
    for (const body of [{}, { idToken: '' }, { idToken: null }]) {
      const answer = await identity(app, `/v1/accounts:${name}`, body);
      expect(answer.json().error.message).toBe('MISSING_ID_TOKEN');
    }
  });
});

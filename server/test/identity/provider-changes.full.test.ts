import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receivedMails } from '../harness/mailbox.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  createPerson,
  createVerifiedPerson,
  expectIdentityRefusal,
  expectSessionOver,
  identity,
  lookup,
  newAddress,
  type Person,
  refresh,
  signIn,
} from '../harness/wire-client.ts';
import { linkGoogle, openAtGoogle, unlink } from './social-links.ts';

const updatePath = '/v1/accounts:update';
const minute = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const update = (body: object) => identity(app, updatePath, body);

async function kindsTo(email: string): Promise<string[]> {
  return (await receivedMails(app, email)).map((mail) => mail.kind);
}

async function waysIn(idToken: string): Promise<string[]> {
  const [user] = (await lookup(app, idToken)).json().users;
  return user.providerUserInfo.map((one: { providerId: string }) => one.providerId);
}

describe('a linked provider', () => {
  it('is told to the mailbox by name and address, with a link that undoes it', async () => {
    const ada = await createPerson(app);
    await linkGoogle(app, ada, { sub: `told ${ada.uid}`, email: 'thief@example.org' });
    const mail = (await receivedMails(app, ada.email)).findLast(
      ({ kind }) => kind === 'provider-linked',
    );
    expect(mail?.subject).toBe('Google is now linked to your Hearth account');
    expect(mail?.text).toContain('Google (thief@example.org)');
    expect(mail?.links[0]).toContain('mode=revertLink');
  });

  it('is told when a proven address joins an existing account by itself', async () => {
    const ada = await createVerifiedPerson(app);
    await openAtGoogle(app, { sub: `joins ${ada.uid}`, email: ada.email, hd: 'example.com' });
    expect(await kindsTo(ada.email)).toContain('provider-linked');
  });

  it('is told to the owner of a taken-over account without the name of who made it', async () => {
    const squatter = await createPerson(app, 'Mallory Squatter');
    await openAtGoogle(app, {
      sub: `owns ${squatter.uid}`,
      email: squatter.email,
      hd: 'example.com',
    });
    const mails = await receivedMails(app, squatter.email);
    const mail = mails.findLast(({ kind }) => kind === 'provider-linked');
    expect(mail?.text).not.toContain('Mallory');
  });

  it('is not told for a new account, nor when the same identity signs in again', async () => {
    const email = newAddress();
    const claims = { sub: `new ${email}`, email, hd: 'example.com' };
    const ada = await openAtGoogle(app, claims);
    await openAtGoogle(app, claims);
    await linkGoogle(app, ada, claims);
    expect(await kindsTo(email)).not.toContain('provider-linked');
  });

  it('is refused with auth/requires-recent-login by a pending token of an old session', async () => {
    const ada = await createPerson(app);
    const claims = { sub: `waits ${ada.uid}`, email: ada.email, email_verified: false };
    const postBody = new URLSearchParams({
      providerId: 'google.com',
      id_token: JSON.stringify(claims),
    }).toString();
    const path = '/v1/accounts:signInWithIdp';
    const waiting = await identity(app, path, { postBody, requestUri: 'http://localhost' });
    const { pendingToken } = waiting.json();
    expect(pendingToken).toBeDefined();
    app.clock.advance(6 * minute);
    const { id_token } = (await refresh(app, ada.refreshToken)).json();
    const late = await identity(app, path, { idToken: id_token, pendingToken });
    expectIdentityRefusal(late, 'auth/requires-recent-login');
    expect(await waysIn(id_token)).toEqual(['password']);
    const { idToken } = await signIn(app, ada);
    const again = await identity(app, path, { idToken, pendingToken });
    expect(again.statusCode, again.body).toBe(200);
  });
});

describe('an unlinked provider', () => {
  it('is told to the mailbox, with a link that brings it back', async () => {
    const ada = await createPerson(app);
    const linked = await linkGoogle(app, ada, { sub: `off ${ada.uid}`, email: 'ada@gmail.com' });
    await unlink(app, linked, 'google.com');
    const mails = await receivedMails(app, ada.email);
    const mail = mails.findLast(({ kind }) => kind === 'provider-unlinked');
    expect(mail?.text).toContain('Google (ada@gmail.com)');
    expect(mail?.links[0]).toContain('mode=revertUnlink');
  });

  it('is told in Chinese to a person who chose it', async () => {
    const ada = await createPerson(app);
    await sql`update accounts set language = 'zh' where id = ${ada.uid}`.execute(app.db);
    const linked = await linkGoogle(app, ada, { sub: `zh ${ada.uid}`, email: 'ada@gmail.com' });
    await unlink(app, linked, 'google.com');
    const subjects = (await receivedMails(app, ada.email)).map((mail) => mail.subject);
    expect(subjects).toEqual([
      '您的 Hearth 账号已绑定 Google',
      '您的 Hearth 账号已解除绑定 Google',
    ]);
  });

  it('ends the other sessions that were opened with it, and no others', async () => {
    const ada = await createPerson(app);
    const claims = { sub: `sessions ${ada.uid}`, email: newAddress() };
    const linked = await linkGoogle(app, ada, claims);
    const byGoogle = await openAtGoogle(app, claims);
    const byPassword = await signIn(app, ada);
    const caller = await signIn(app, ada);
    await unlink(app, caller, 'google.com');
    for (const session of [linked, byGoogle]) {
      await expectSessionOver(app, session);
    }
    for (const session of [byPassword, caller]) {
      expect((await lookup(app, session.idToken)).statusCode).toBe(200);
    }
  });

  it('leaves the caller signed in who was signed in with it', async () => {
    const ada = await createPerson(app);
    const linked = await linkGoogle(app, ada, { sub: `own ${ada.uid}`, email: newAddress() });
    await unlink(app, linked, 'google.com');
    expect(await waysIn(linked.idToken)).toEqual(['password']);
    expect((await refresh(app, linked.refreshToken)).statusCode).toBe(200);
  });

  it('is refused with auth/requires-recent-login 6 minutes after the sign-in', async () => {
    const ada = await createPerson(app);
    const linked = await linkGoogle(app, ada, { sub: `late ${ada.uid}`, email: newAddress() });
    app.clock.advance(6 * minute);
    const { id_token: idToken } = (await refresh(app, linked.refreshToken)).json();
    const late = await update({ idToken, deleteProvider: ['google.com'] });
    expectIdentityRefusal(late, 'auth/requires-recent-login');
    expect(await waysIn(idToken)).toHaveLength(2);
  });

  it('is not told and ends nothing when it was the last way in', async () => {
    const email = newAddress();
    const claims = { sub: `last ${email}`, email, hd: 'example.com' };
    const [first, second] = [await openAtGoogle(app, claims), await openAtGoogle(app, claims)];
    const { idToken } = second;
    const refused = await update({ idToken, deleteProvider: ['google.com'] });
    expectIdentityRefusal(refused, 'auth/last-sign-in-method');
    expect(await kindsTo(email)).toEqual([]);
    expect((await lookup(app, first.idToken)).statusCode).toBe(200);
  });
});

describe('a removed password', () => {
  it('is told to the mailbox and ends the other sessions that were opened with it', async () => {
    const ada = await createPerson(app);
    const other = await signIn(app, ada);
    const linked = await linkGoogle(app, ada, { sub: `no pw ${ada.uid}`, email: newAddress() });
    const answer = await update({ idToken: linked.idToken, deleteAttribute: ['PASSWORD'] });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await kindsTo(ada.email)).toContain('password-removed');
    await expectSessionOver(app, other);
    expect(await waysIn(linked.idToken)).toEqual(['google.com']);
  });
});

describe('a changed password', () => {
  const passwordMail = async ({ email }: Pick<Person, 'email'>) =>
    (await receivedMails(app, email)).findLast(({ kind }) => kind === 'password-changed');

  it('names in its mail the providers that stay', async () => {
    const ada = await createPerson(app);
    const { idToken } = await linkGoogle(app, ada, { sub: `stays ${ada.uid}` });
    const answer = await update({ idToken, password: 'new horse' });
    expect(await waysIn(answer.json().idToken)).toEqual(['password', 'google.com']);
    expect((await passwordMail(ada))?.text).toContain('You can still sign in with Google as well.');
  });

  it('drops the providers that the same request names, and mails how to bring them back', async () => {
    const ada = await createPerson(app);
    const { idToken } = await linkGoogle(app, ada, { sub: `drops ${ada.uid}` });
    const body = { idToken, password: 'new horse', deleteProvider: ['google.com'] };
    const answer = await update(body);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await waysIn(answer.json().idToken)).toEqual(['password']);
    expect((await passwordMail(ada))?.text).not.toContain('Google');
    expect(await kindsTo(ada.email)).toContain('provider-unlinked');
  });

  it('may be the first one, in place of the only provider', async () => {
    const email = newAddress();
    const { idToken } = await openAtGoogle(app, {
      sub: `first ${email}`,
      email,
      hd: 'example.com',
    });
    const body = { idToken, password: 'new horse', deleteProvider: ['google.com'] };
    const answer = await update(body);
    expect(answer.statusCode, answer.body).toBe(200);
    await signIn(app, { email, password: 'new horse' });
  });

  it('is not set when a provider cannot be dropped with it', async () => {
    const ada = await createPerson(app);
    const body = { idToken: ada.idToken, password: '123', deleteProvider: ['google.com'] };
    expectIdentityRefusal(await update(body), 'auth/weak-password');
    await signIn(app, ada);
  });
});

describe('changes of providers again and again', () => {
  it('are refused with auth/too-many-requests, so that nobody is flooded with mails', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    let person: Pick<Person, 'idToken'> = await createPerson(limited);
    for (let round = 0; round < 10; round += 1) {
      person = await linkGoogle(limited, person, { sub: 'again and again' });
      await unlink(limited, person, 'google.com');
    }
    const { idToken } = person;
    const further = { idToken, deleteProvider: ['google.com'] };
    expectIdentityRefusal(await identity(limited, updatePath, further), 'auth/too-many-requests');
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receivedMails } from '../harness/mailbox.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  changeEmail,
  createPerson,
  createVerifiedPerson,
  expectIdentityRefusal,
  expectSessionOver,
  identity,
  lookup,
  mailedCode,
  newAddress,
  receivedCode,
  resetPassword,
  sendOobCode,
  signIn,
} from '../harness/wire-client.ts';
import { atGoogle, linkGoogle, openAtGoogle, unlink } from './social-links.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const thiefAt = (uid: string) => ({ sub: `thief of ${uid}`, email: 'thief@example.org' });
const ownerAt = (uid: string) => ({ sub: `owner ${uid}`, email: 'ada@gmail.com', name: 'Ada' });

async function linksOf(uid: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from identity_links where account_id = ${uid} order by provider`.execute(app.db);
  return rows.map((row) => row.subject);
}

async function expectNoSignIn(email: string, password: string): Promise<void> {
  const answer = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
  expectIdentityRefusal(answer, 'auth/invalid-credential');
}

async function countMails(email: string, kind: string): Promise<number> {
  return (await receivedMails(app, email)).filter((mail) => mail.kind === kind).length;
}

describe('a linked sign-in', () => {
  it('opens nothing when it waited for a recovery that removed its link', async () => {
    const ada = await createPerson(app);
    const thief = thiefAt(ada.uid);
    await linkGoogle(app, ada, thief);
    let entering: ReturnType<typeof atGoogle> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await sql`select 1 from accounts where id = ${ada.uid} for update`.execute(tx);
      await sql`delete from identity_links where account_id = ${ada.uid}`.execute(tx);
      entering = atGoogle(app, thief);
      await expect.poll(() => countWaiting()).toBeGreaterThan(0);
    });
    expect((await entering)?.json().localId).not.toBe(ada.uid);
  });
});

async function countWaiting(): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
  return rows.length;
}

describe('the link that undoes a linking', () => {
  it('shows what it is about and changes nothing until it is applied', async () => {
    const ada = await createPerson(app);
    const { idToken } = await linkGoogle(app, ada, thiefAt(ada.uid));
    const oobCode = await receivedCode(app, ada.email, 'provider-linked');
    for (const _time of [1, 2]) {
      const look = await resetPassword(app, { oobCode });
      expect(look.json()).toEqual({
        kind: 'identitytoolkit#ResetPasswordResponse',
        requestType: 'REVERT_LINK',
        email: ada.email,
        providerId: 'google.com',
        providerEmail: 'thief@example.org',
      });
    }
    expect(await linksOf(ada.uid)).toEqual([thiefAt(ada.uid).sub]);
    expect((await lookup(app, idToken)).statusCode).toBe(200);
  });

  it('throws the thief out, and mails the owner how to set a new password', async () => {
    const owner = await createVerifiedPerson(app);
    const thief = await linkGoogle(app, await signIn(app, owner), thiefAt(owner.uid));
    const newEmail = newAddress();
    const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: thief.idToken, newEmail };
    const change = await mailedCode(app, request, newEmail);
    const later = await openAtGoogle(app, thiefAt(owner.uid));

    const undo = await receivedCode(app, owner.email, 'provider-linked');
    const answer = await applyCode(app, undo);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ localId: owner.uid, email: owner.email });

    for (const session of [owner, thief, later]) {
      await expectSessionOver(app, session);
    }
    expect(await linksOf(owner.uid)).toEqual([]);
    await expectNoSignIn(owner.email, owner.password);
    expectIdentityRefusal(await applyCode(app, change), 'auth/invalid-action-code');
    expectIdentityRefusal(await applyCode(app, undo), 'auth/invalid-action-code');
    const signedIn = await atGoogle(app, thiefAt(owner.uid));
    expect(signedIn.json().localId).not.toBe(owner.uid);

    const oobCode = await receivedCode(app, owner.email, 'reset-password');
    expect((await resetPassword(app, { oobCode, newPassword: 'mine again' })).statusCode).toBe(200);
    await signIn(app, { email: owner.email, password: 'mine again' });
  });

  it('mails no way to a password that never was while another provider opens the account', async () => {
    const email = newAddress();
    const own = await openAtGoogle(app, { sub: `own ${email}`, email, hd: 'example.com' });
    await sql`insert into action_codes (code_hash, account_id, type, email, link_provider, link_subject, created_at, expires_at)
      values (sha256('by hand'), ${own.uid}, 'REVERT_LINK', ${email}, 'github.com', 'thief', ${app.clock.now()}, ${new Date(app.clock.now().getTime() + day)})`.execute(
      app.db,
    );
    expect((await applyCode(app, 'by hand')).statusCode).toBe(200);
    expect(await linksOf(own.uid)).toEqual([`own ${email}`]);
    expect(await countMails(email, 'reset-password')).toBe(0);
  });

  it('works after the thief unlinked again, and kills the mail that would bring that back', async () => {
    const owner = await createPerson(app);
    const thief = await linkGoogle(app, owner, thiefAt(owner.uid));
    await unlink(app, thief, 'google.com');
    const undo = await receivedCode(app, owner.email, 'provider-linked');
    const bringBack = await receivedCode(app, owner.email, 'provider-unlinked');
    expect((await applyCode(app, undo)).statusCode).toBe(200);
    await expectSessionOver(app, thief);
    expectIdentityRefusal(await applyCode(app, bringBack), 'auth/invalid-action-code');
  });

  it('still works from the old mailbox after the address changed, and mails the new one nothing', async () => {
    const owner = await createVerifiedPerson(app);
    const thief = await linkGoogle(app, owner, thiefAt(owner.uid));
    const thiefEmail = await changeEmail(app, thief);
    const undo = await receivedCode(app, owner.email, 'provider-linked');
    expect((await applyCode(app, undo)).statusCode).toBe(200);
    await expectSessionOver(app, thief);
    expect(await countMails(thiefEmail, 'reset-password')).toBe(0);
    const recover = await receivedCode(app, owner.email, 'recover-email');
    expect((await applyCode(app, recover)).json().email).toBe(owner.email);
  });

  it('works for 7 days, and once of two at a time', async () => {
    const ada = await createPerson(app);
    const linked = await linkGoogle(app, ada, thiefAt(ada.uid));
    await unlink(app, linked, 'google.com');
    await linkGoogle(app, linked, thiefAt(ada.uid));
    app.clock.advance(7 * day - minute);
    const oobCode = await receivedCode(app, ada.email, 'provider-linked');
    const answers = await Promise.all([applyCode(app, oobCode), applyCode(app, oobCode)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400]);
    const bob = await createPerson(app);
    await linkGoogle(app, bob, thiefAt(bob.uid));
    const old = await receivedCode(app, bob.email, 'provider-linked');
    app.clock.advance(7 * day);
    expectIdentityRefusal(await applyCode(app, old), 'auth/expired-action-code');
  });

  it('sets no password', async () => {
    const ada = await createPerson(app);
    await linkGoogle(app, ada, thiefAt(ada.uid));
    const oobCode = await receivedCode(app, ada.email, 'provider-linked');
    const answer = await resetPassword(app, { oobCode, newPassword: 'new horse' });
    expectIdentityRefusal(answer, 'auth/invalid-action-code');
  });
});

describe('the link that undoes an unlinking', () => {
  async function unlinkedPerson() {
    const ada = await createPerson(app);
    const linked = await linkGoogle(app, ada, ownerAt(ada.uid));
    await unlink(app, linked, 'google.com');
    return { ada, linked, undo: await receivedCode(app, ada.email, 'provider-unlinked') };
  }

  it('brings the sign-in back as it was and ends every session', async () => {
    const { ada, linked, undo } = await unlinkedPerson();
    const look = await resetPassword(app, { oobCode: undo });
    expect(look.json()).toMatchObject({ requestType: 'REVERT_UNLINK', providerId: 'google.com' });
    expect(await linksOf(ada.uid)).toEqual([]);

    const answer = await applyCode(app, undo);
    expect(answer.json().providerUserInfo).toMatchObject([
      { providerId: 'google.com', email: 'ada@gmail.com', displayName: 'Ada' },
    ]);
    await expectSessionOver(app, linked);
    await expectNoSignIn(ada.email, ada.password);
    expect((await openAtGoogle(app, ownerAt(ada.uid))).uid).toBe(ada.uid);
    expect(await countMails(ada.email, 'reset-password')).toBe(0);
    expectIdentityRefusal(await applyCode(app, undo), 'auth/invalid-action-code');
  });

  it('takes the place of a thief who linked the same provider', async () => {
    const { ada, linked, undo } = await unlinkedPerson();
    const thief = await linkGoogle(app, linked, thiefAt(ada.uid));
    expect((await applyCode(app, undo)).statusCode).toBe(200);
    expect(await linksOf(ada.uid)).toEqual([ownerAt(ada.uid).sub]);
    await expectSessionOver(app, thief);
  });

  it('refuses with auth/identity-already-linked once the identity opens another account', async () => {
    const { ada, linked, undo } = await unlinkedPerson();
    const other = await openAtGoogle(app, ownerAt(ada.uid));
    expect(other.uid).not.toBe(ada.uid);
    expectIdentityRefusal(await applyCode(app, undo), 'auth/identity-already-linked');
    expect((await lookup(app, linked.idToken)).statusCode).toBe(200);
    await unlinkByHand(other.uid);
    expect((await applyCode(app, undo)).statusCode).toBe(200);
  });

  it('is outlived by no password reset: whoever read the mailbox before stays out', async () => {
    const { ada, undo } = await unlinkedPerson();
    await sendOobCode(app, { requestType: 'PASSWORD_RESET', email: ada.email });
    const oobCode = await receivedCode(app, ada.email, 'reset-password');
    await resetPassword(app, { oobCode, newPassword: 'mine again' });
    expectIdentityRefusal(await applyCode(app, undo), 'auth/invalid-action-code');
  });

  it('is not voided by a thief who changes the password', async () => {
    const { ada, linked, undo } = await unlinkedPerson();
    const body = { idToken: linked.idToken, password: 'thief’s horse' };
    expect((await identity(app, '/v1/accounts:update', body)).statusCode).toBe(200);
    expect((await applyCode(app, undo)).statusCode).toBe(200);
    await expectNoSignIn(ada.email, 'thief’s horse');
  });

  it('and the identity’s own sign-in at the same moment end in one account or the other', async () => {
    const { ada, undo } = await unlinkedPerson();
    const claims = ownerAt(ada.uid);
    const answers = await Promise.all([applyCode(app, undo), atGoogle(app, claims)]);
    expect(answers.map((answer) => answer.statusCode)).not.toContain(500);
    const { rows } = await sql`
      select account_id from identity_links where subject = ${claims.sub}`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

  async function unlinkByHand(uid: string): Promise<void> {
    await sql`delete from identity_links where account_id = ${uid}`.execute(app.db);
  }
});

import { sql } from 'kysely';
import { refreshTokenGrant } from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Authenticator,
  beginSignIn,
  enrollApp,
  finalizeSignIn,
  showing,
  withdrawFactor,
} from '../harness/authenticator.ts';
import { type Chance, chosenSeed, createChance } from '../harness/chance.ts';
import { addMember, invite } from '../harness/factories.ts';
import { createSignInApp, signInToFrontEnd } from '../harness/hosted-sign-in.ts';
import { receivedMails } from '../harness/mailbox.ts';
import {
  addPasskey,
  removePasskey,
  signInWithPasskey,
  type TestPasskey,
} from '../harness/passkey-device.ts';
import type { TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  callable,
  changeEmail,
  cookieIdentity,
  createFreeSubscription,
  createPerson,
  createVerifiedPerson,
  document,
  expectRefusal,
  identity,
  lookup,
  newAddress,
  type Person,
  receivedCode,
  refresh,
  resetPassword,
  sendOobCode,
  signIn,
} from '../harness/wire-client.ts';
import { atGoogle, linkGoogle } from './social-links.ts';
import { tables } from './takeover-list.ts';

const histories = process.env.HEARTH_LONG ? 1_000 : 25;
const seed = chosenSeed();

let app: TestApp;
beforeAll(async () => {
  app = await createSignInApp();
});
afterAll(() => app.close());

interface Grant {
  readonly oidc: Parameters<typeof refreshTokenGrant>[0];
  readonly refreshToken: string;
}

/** An account with a project, and everything that an intruder has ever held of it. */
interface Takeover {
  readonly owner: Person;
  readonly phone: Authenticator | undefined;
  readonly passkey: TestPasskey | undefined;
  readonly hasGoogle: boolean;
  readonly subscriptionId: string;
  /** Helps the intruder, and is an administrator of the project. */
  readonly accomplice: Person;
  /** The intruder's present session. */
  intruder: Person;
  isGiven: boolean;
  readonly sessions: Person[];
  readonly mailboxes: string[];
  readonly apps: Authenticator[];
  readonly passkeys: TestPasskey[];
  readonly recoveryCodes: string[];
  readonly grants: Grant[];
  readonly pending: string[];
  readonly invites: string[];
}

type Tokens = Pick<Person, 'idToken' | 'refreshToken'>;

/** The session goes on, with new tokens if the answer brings some. */
function renew(takeover: Takeover, answer: Partial<Tokens>): void {
  const { idToken, refreshToken } = { ...takeover.intruder, ...answer };
  takeover.intruder = { ...takeover.intruder, idToken, refreshToken };
  takeover.sessions.push(takeover.intruder);
}

type Deed = (takeover: Takeover, chance: Chance) => Promise<void>;

const googleOf = (name: string, { uid }: Person) => ({
  sub: `${name} of ${uid}`,
  email: `${name}@example.org`,
});

/** Deeds of somebody with a session; each is done at most once, in any order. */
const deeds: Readonly<Record<string, Deed>> = {
  async changeAddress(takeover) {
    const email = await changeEmail(app, takeover.intruder);
    takeover.mailboxes.push(email);
    takeover.intruder = { ...takeover.intruder, email };
  },
  async changePassword(takeover, chance) {
    const { idToken } = takeover.intruder;
    const password = `intruder ${chance.below(1_000_000)} horse`;
    const answer = await identity(app, '/v1/accounts:update', { idToken, password });
    expect(answer.statusCode, answer.body).toBe(200);
    takeover.intruder = { ...takeover.intruder, password };
    renew(takeover, answer.json());
  },
  async addApp(takeover) {
    const { person, authenticator } = await enrollApp(app, takeover.intruder, 'Theirs');
    renew(takeover, person);
    takeover.apps.push(authenticator);
    takeover.recoveryCodes.push(...authenticator.recoveryCodes);
  },
  async removeApp(takeover) {
    const { phone, intruder } = takeover;
    const answer = phone && (await withdrawFactor(app, intruder.idToken, phone.id));
    answer?.statusCode === 200 && renew(takeover, answer.json());
  },
  async addPasskey({ intruder, passkeys }) {
    passkeys.push(await addPasskey(app, intruder));
  },
  async removePasskey({ intruder, passkey }) {
    passkey && (await removePasskey(app, intruder, passkey.id));
  },
  async renewCodes(takeover) {
    const request = { idToken: takeover.intruder.idToken, body: {} };
    const answer = await document(app, 'POST /v1/recovery-codes', request);
    answer.statusCode === 200 && takeover.recoveryCodes.push(...answer.json().codes);
  },
  async unlinkGoogle(takeover) {
    const { idToken } = takeover.intruder;
    const body = { idToken, deleteProvider: ['google.com'] };
    const answer = await identity(app, '/v1/accounts:update', body);
    answer.statusCode === 200 && renew(takeover, answer.json());
  },
  async linkGoogle(takeover) {
    const { intruder, owner } = takeover;
    const { idToken } = intruder;
    const answer = await atGoogle(app, googleOf('intruder', owner), { idToken });
    answer.statusCode === 200 && renew(takeover, answer.json());
  },
  async askForLinks({ intruder, mailboxes }) {
    const email = newAddress();
    mailboxes.push(email);
    await sendOobCode(app, { requestType: 'PASSWORD_RESET', email: intruder.email });
    const { idToken } = intruder;
    await sendOobCode(app, {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken,
      newEmail: email,
    });
  },
  async openFrontEnd({ intruder, grants }) {
    const { oidc, refreshToken } = await signInToFrontEnd(app, intruder);
    grants.push({ oidc, refreshToken });
  },
  async signInWithBrowser({ intruder }) {
    const { email, password } = intruder;
    const body = { email, password };
    await cookieIdentity(app, { path: '/v1/accounts:signInWithPassword', body });
  },
  async giveProjectAway(takeover) {
    const { intruder, subscriptionId, accomplice } = takeover;
    const data = { subscriptionId, newOwnerId: accomplice.uid };
    const answer = await callable(app, 'transferSubscriptionOwnership', { ...intruder, data });
    expect(answer.statusCode, answer.body).toBe(200);
    takeover.isGiven = true;
  },
  async inviteAnother({ intruder, subscriptionId, invites }) {
    const { idToken } = intruder;
    const { inviteId } = await invite(app, { subscriptionId, email: newAddress(), idToken });
    invites.push(inviteId);
  },
};

/** Owners with a phone, a passkey and Google, or without. */
async function createTakeover(chance: Chance): Promise<Takeover> {
  let owner = await createVerifiedPerson(app);
  const subscriptionId = await createFreeSubscription(app, owner);
  const accomplice = await createPerson(app);
  await addMember(app, {
    subscriptionId,
    uid: accomplice.uid,
    permissions: ['access', 'admin'],
  });
  const hasGoogle = chance.below(2) === 0;
  if (hasGoogle) {
    const { idToken, refreshToken } = await linkGoogle(app, owner, googleOf('owner', owner));
    owner = { ...owner, idToken, refreshToken };
  }
  let phone: Authenticator | undefined;
  if (chance.below(2)) {
    const enrolled = await enrollApp(app, owner);
    ({ person: owner, authenticator: phone } = enrolled);
  }
  const passkey = chance.below(2) ? await addPasskey(app, owner) : undefined;
  app.clock.advance(120_000);
  // The intruder has the password, and has talked the owner into saying one code.
  const { idToken, refreshToken } = await signInWith(owner, phone);
  const intruder = { ...owner, idToken, refreshToken };
  const held = { mailboxes: [], apps: [], passkeys: [], recoveryCodes: [] };
  const waiting = { grants: [], pending: [], invites: [] };
  const scene = { owner, phone, passkey, hasGoogle, subscriptionId, accomplice, isGiven: false };
  return { ...scene, intruder, sessions: [intruder], ...held, ...waiting };
}

async function signInWith(person: Person, phone: Authenticator | undefined): Promise<Tokens> {
  if (!phone) {
    return await signIn(app, person);
  }
  const pending = await beginSignIn(app, person);
  const answer = await finalizeSignIn(app, showing(pending, phone, phone.code()));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Also signs in once more at the end, as far as that goes, and leaves one sign-in under way. */
async function takeOver(takeover: Takeover, chance: Chance): Promise<void> {
  const { changeAddress, ...others } = deeds;
  const chosen = Object.values(others).filter(() => chance.below(3) > 0);
  for (const deed of chance.shuffle([...chosen, ...(changeAddress ? [changeAddress] : [])])) {
    app.clock.advance(1_000);
    await deed(takeover, chance);
  }
  const { email, password } = takeover.intruder;
  const again = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
  const { mfaPendingCredential, idToken, refreshToken } = again.json();
  mfaPendingCredential
    ? takeover.pending.push(mfaPendingCredential)
    : takeover.sessions.push({ ...takeover.intruder, idToken, refreshToken });
}

async function expectNothingLeft(takeover: Takeover, note: string): Promise<void> {
  const { sessions, grants, pending, apps, passkeys, recoveryCodes, invites, owner } = takeover;
  for (const { idToken, refreshToken } of sessions) {
    expect((await lookup(app, idToken)).statusCode, note).toBe(400);
    expect((await refresh(app, refreshToken)).statusCode, note).toBe(400);
  }
  for (const passkey of passkeys) {
    expect((await signInWithPasskey(app, passkey)).statusCode, note).toBe(400);
  }
  for (const { oidc, refreshToken } of grants) {
    await expect(refreshTokenGrant(oidc, refreshToken), note).rejects.toThrow();
  }
  const shown = [
    ...apps.map((one) => [one.id, one.code()]),
    ...recoveryCodes.map((one) => ['', one]),
  ];
  for (const credential of pending) {
    for (const [id = '', code = ''] of shown.length > 0 ? shown : [['', '']]) {
      const answer = await finalizeSignIn(app, showing(credential, { id }, code));
      expect(answer.statusCode, note).toBe(400);
    }
  }
  for (const inviteId of invites) {
    const guest = await createPerson(app);
    const answer = await callable(app, 'acceptInvite', { ...guest, data: { inviteId } });
    expect(answer.statusCode, note).toBeGreaterThanOrEqual(400);
  }
  expect(await signsIn(takeover), note).toBe(false);
  const byGoogle = await atGoogle(app, googleOf('intruder', owner));
  expect(byGoogle.json().localId, note).not.toBe(owner.uid);
}

/** Tries every password at every address. */
async function signsIn({ sessions, mailboxes, owner }: Takeover): Promise<boolean> {
  for (const email of [owner.email, ...mailboxes]) {
    for (const password of new Set(sessions.map((one) => one.password))) {
      const body = { email, password };
      const answer = await identity(app, '/v1/accounts:signInWithPassword', body);
      if (answer.statusCode === 200) {
        return true;
      }
      app.clock.advance(600_000);
    }
  }
  return false;
}

/** Presses every link of the intruder's mailboxes: none opens the account, and only the contest is taken. */
async function pressEveryLink({ mailboxes, owner }: Takeover, note: string): Promise<void> {
  for (const mailbox of mailboxes) {
    for (const { kind, links } of await receivedMails(app, mailbox)) {
      const oobCode = new URL(links[0] ?? 'x:').searchParams.get('oobCode');
      if (oobCode) {
        const reset = await resetPassword(app, { oobCode, newPassword: 'theirs after all' });
        expect(reset.statusCode, `${note} ${kind}`).toBe(400);
        const applied = await applyCode(app, oobCode);
        expect(applied.statusCode === 200, `${note} ${kind}`).toBe(kind === 'account-recovered');
        expect(applied.json(), note).not.toHaveProperty('idToken');
      }
    }
  }
  const { rows } = await sql<{ email: string }>`
    select email from accounts where id = ${owner.uid}`.execute(app.db);
  expect(rows, note).toEqual([{ email: owner.email }]);
}

/** As the list says of every table whose rows end with the press. */
async function expectEnded({ owner }: Takeover, note: string): Promise<void> {
  const ended = Object.keys(tables).filter((name) => tables[name] === 'ended');
  for (const name of ended) {
    const { rows } =
      name === 'invites'
        ? await sql`select status as type from invites
            where invited_by = ${owner.uid} and status = 'pending'`.execute(app.db)
        : await sql`select * from ${sql.table(name)} where account_id = ${owner.uid}`.execute(
            app.db,
          );
    const types = rows.map((row) => (row as { type?: string }).type ?? name).sort();
    // Links that undo the owner's own changes of before stay.
    const left = types.filter((type) => !type.startsWith('REVERT_'));
    const mailed = name === 'action_codes' ? ['CONTEST_RECOVERY', 'PASSWORD_RESET'] : [];
    expect(left, `${note} ${name}`).toEqual(mailed);
  }
}

async function expectOwned(takeover: Takeover, note: string): Promise<void> {
  const { owner, phone, passkey, hasGoogle } = takeover;
  if (passkey) {
    const { localId } = (await signInWithPasskey(app, passkey)).json();
    expect(localId, note).toBe(owner.uid);
  }
  const oobCode = await receivedCode(app, owner.email, 'reset-password');
  const password = 'mine again, for good';
  expect((await resetPassword(app, { oobCode, newPassword: password })).statusCode).toBe(200);
  // The last code of the phone was used up by the intruder.
  app.clock.advance(60_000);
  const { idToken } = await signInWith({ ...owner, password }, phone);
  const [user] = (await lookup(app, idToken)).json().users;
  const { mfaInfo = [], providerUserInfo } = user;
  const providers = providerUserInfo.map(({ providerId }: { providerId: string }) => providerId);
  expect(providers.sort(), note).toEqual(hasGoogle ? ['google.com', 'password'] : ['password']);
  expect(mfaInfo.length, note).toBe(phone ? 1 : 0);
  expect(mfaInfo[0]?.mfaEnrollmentId, note).toBe(phone?.id);
}

/** Frozen, whoever owns it by now. */
async function expectFrozen(
  { subscriptionId, accomplice, isGiven }: Takeover,
  note: string,
): Promise<void> {
  const data = { subscriptionId, confirmationId: subscriptionId };
  const answer = await callable(app, 'cancelSubscription', { ...accomplice, data });
  if (isGiven) {
    expectRefusal(answer, 'subscription/frozen');
  } else {
    expectRefusal(answer, 'access/owner-only');
  }
  const { rows } = await sql`
    select from ownership_claims where subscription_id = ${subscriptionId}
      and reason = 'given-away'`.execute(app.db);
  expect(rows.length, note).toBe(isGiven ? 1 : 0);
}

describe('random takeovers', { timeout: histories * 10_000 }, () => {
  it(`${histories} with seed ${seed}: one press from the old mailbox leaves the intruder nothing`, async () => {
    for (let one = seed; one < seed + histories; one += 1) {
      const note = `seed ${one}`;
      const chance = createChance(one);
      const takeover = await createTakeover(chance);
      await takeOver(takeover, chance);
      const press = await receivedCode(app, takeover.owner.email, 'recover-email');
      expect((await applyCode(app, press)).statusCode, note).toBe(200);
      await expectEnded(takeover, note);
      await expectFrozen(takeover, note);
      await expectOwned(takeover, note);
      await expectNothingLeft(takeover, note);
      await pressEveryLink(takeover, note);
    }
  });
});

import { findEmail, type HearthConfig } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askForLink,
  byMail,
  enterByLink,
  linkCode,
  signInByLink,
} from '../harness/email-sign-in.ts';
import { inviteTo, type Team } from '../harness/factories.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { inviteByOperator } from '../harness/operators.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  type Answer,
  applyCode,
  callable,
  createFreeSubscription,
  createPerson,
  createVerifiedPerson,
  expectIdentityRefusal,
  identity,
  mailedCode,
  newAddress,
  sendOobCode,
  signIn,
} from '../harness/wire-client.ts';
import { openBrowser, pressContinue } from './social-browser.ts';
import { atGoogle } from './social-links.ts';

const notAdmitted = 'auth/admin-restricted-operation';
const signUpDomains = ['Acme.com', 'müller.de'];

type Policy = Partial<HearthConfig['policy']>;

const policies = {
  open: {},
  'open to domains': { signUpDomains },
  invited: { signUp: 'invited' },
  'invited of domains': { signUp: 'invited', signUpDomains },
  closed: { signUp: 'closed' },
} as const satisfies Record<string, Policy>;

type PolicyName = keyof typeof policies;

interface Scene {
  readonly app: TestApp;
  readonly team: Team;
}

interface Situation {
  /** As it is typed; `at` is new in each test. */
  readonly address: (at: string) => string;
  readonly prepare?: (scene: Scene, email: string) => Promise<unknown>;
  /** Policies that let the address create an account, beside `open`. */
  readonly admittedBy: readonly Exclude<PolicyName, 'open'>[];
}

const plain = (name: string) => `${name}@example.com`;
const invite = ({ app, team }: Scene, email: string) => inviteTo(app, team, email);
const byOperator = ({ app }: Scene, email: string) => inviteByOperator(app, email);
const always = ['open to domains', 'invited', 'invited of domains', 'closed'] as const;

async function end({ app, team }: Scene, email: string, status: string): Promise<void> {
  await inviteTo(app, team, email);
  const at = app.clock.now();
  await sql`update invites set status = ${status}, ended_at = ${at} where email = ${email}`.execute(
    app.db,
  );
}

const situations: Readonly<Record<string, Situation>> = {
  'no invitation': { address: plain, admittedBy: [] },
  'an invitation': { address: plain, prepare: invite, admittedBy: ['invited'] },
  'an invitation, typed in upper case': {
    address: (name) => plain(name).toUpperCase(),
    prepare: invite,
    admittedBy: ['invited'],
  },
  'an invitation to another address': {
    address: plain,
    prepare: (scene, email) => invite(scene, `not-${email}`),
    admittedBy: [],
  },
  'an expired invitation': {
    address: plain,
    async prepare(scene, email) {
      await invite(scene, email);
      const { app } = scene;
      await sql`update invites set expires_at = ${app.clock.now()} where email = ${email}`.execute(
        app.db,
      );
    },
    admittedBy: [],
  },
  'a revoked invitation': {
    address: plain,
    async prepare(scene, email) {
      const { inviteId } = await invite(scene, email);
      const { idToken } = scene.team.owner;
      const answer = await callable(scene.app, 'revokeInvite', {
        data: { subscriptionId: scene.team.subscriptionId, inviteId },
        idToken,
      });
      expect(answer.statusCode, answer.body).toBe(200);
    },
    admittedBy: [],
  },
  'a rejected invitation': {
    address: plain,
    prepare: (scene, email) => end(scene, email, 'rejected'),
    admittedBy: [],
  },
  'an accepted invitation': {
    address: plain,
    prepare: (scene, email) => end(scene, email, 'accepted'),
    admittedBy: [],
  },
  'a domain of the list': {
    address: (name) => `${name}@acme.com`,
    admittedBy: ['open to domains'],
  },
  'a domain of the list in upper case': {
    address: (name) => `${name}@ACME.COM`,
    admittedBy: ['open to domains'],
  },
  'a domain of the list outside ASCII': {
    address: (name) => `${name}@MÜLLER.de`,
    admittedBy: ['open to domains'],
  },
  'a subdomain of the list': { address: (name) => `${name}@mail.acme.com`, admittedBy: [] },
  'a domain that ends like one of the list': {
    address: (name) => `${name}@notacme.com`,
    admittedBy: [],
  },
  'a domain that begins like one of the list': {
    address: (name) => `${name}@acme.com.example`,
    admittedBy: [],
  },
  'a domain of the list and an invitation': {
    address: (name) => `${name}@acme.com`,
    prepare: invite,
    admittedBy: ['open to domains', 'invited', 'invited of domains'],
  },
  'a domain outside ASCII and an invitation': {
    address: (name) => `${name}@müller.de`,
    prepare: invite,
    admittedBy: ['open to domains', 'invited', 'invited of domains'],
  },
  'a subdomain and an invitation': {
    address: (name) => `${name}@mail.acme.com`,
    prepare: invite,
    admittedBy: ['invited'],
  },
  "an operator's invitation": { address: plain, prepare: byOperator, admittedBy: always },
  "an operator's invitation, typed in upper case": {
    address: (name) => `${name}@Mail.Acme.com`,
    prepare: byOperator,
    admittedBy: always,
  },
  "an operator's invitation outside ASCII": {
    address: (name) => `${name}@bücher.example`,
    prepare: byOperator,
    admittedBy: always,
  },
  "an operator's invitation that has expired": {
    address: plain,
    async prepare(scene, email) {
      await byOperator(scene, email);
      const { app } = scene;
      await sql`update account_invitations set expires_at = ${app.clock.now()}
        where email = ${email}`.execute(app.db);
    },
    admittedBy: [],
  },
};

/** Each goes as far as an account, or to the first refusal. */
const ways: Readonly<Record<string, (app: TestApp, typed: string) => Promise<Answer>>> = {
  'sign-up with a password': signUp,
  'a provider that has proven the address': (app, email) =>
    atGoogle(app, { sub: email, email, hd: 'example.com' }),
  'a provider that has not proven it': (app, email) =>
    atGoogle(app, { sub: email, email, email_verified: false }),
  'a provider without an address': nameAddress,
};

function signUp(app: TestApp, email: string): Promise<Answer> {
  return identity(app, '/v1/accounts:signUp', { email, password: 'correct horse' });
}

async function nameAddress(app: TestApp, email: string): Promise<Answer> {
  const browser = openBrowser(app);
  const back = pressContinue(await browser.begin(), { sub: email, name: 'Ada' });
  const { pendingToken } = (await browser.finish(back)).json();
  const named = await browser.call('/v1/accounts:signInWithIdp', { pendingToken, email });
  if (named.statusCode !== 200) {
    return named;
  }
  const mails = await receivedMails(app, findEmail(email) ?? '');
  const link = mails.findLast(({ kind }) => kind === 'verify-email')?.links[0] ?? '';
  return await browser.finish(link);
}

async function countAccounts({ db }: TestApp, email: string): Promise<number> {
  const { rows } = await sql`select 1 from accounts where email = ${email}`.execute(db);
  return rows.length;
}

const withoutSeatLimits = (product: HearthConfig): HearthConfig => ({
  ...product,
  plans: product.plans.map((plan) => ({ ...plan, seats: null })),
});

/** Opens the app with the owner of a team, whom an operator has let in. */
async function openScene(policy: Policy): Promise<Scene> {
  const app = await createTestApp({
    product: { policy: { ...policy, ...byMail } },
    adjust: withoutSeatLimits,
  });
  const email = newAddress();
  await inviteByOperator(app, email);
  const owner = await signUp(app, email);
  const { localId, idToken, refreshToken } = owner.json();
  const person = { uid: localId, email, password: 'correct horse', idToken, refreshToken };
  await sql`update accounts set email_verified = true where id = ${localId}`.execute(app.db);
  return {
    app,
    team: { owner: person, subscriptionId: await createFreeSubscription(app, person) },
  };
}

describe.each(Object.keys(policies) as PolicyName[])('where accounts are %s', (name) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(policies[name]);
  });
  afterAll(() => scene.app.close());

  const isAdmitted = ({ admittedBy }: Situation, policy: PolicyName) =>
    policy === 'open' || admittedBy.includes(policy);

  async function prepare({ address, prepare }: Situation) {
    const typed = address(newAddress().split('@')[0] ?? '');
    const email = findEmail(typed) ?? '';
    await prepare?.(scene, email);
    return { typed, email };
  }

  describe.each(Object.entries(ways))('%s', (_way, enter) => {
    it.each(Object.entries(situations))('%s', async (_situation, situation) => {
      const { typed, email } = await prepare(situation);
      const answer = await enter(scene.app, typed);
      if (isAdmitted(situation, name)) {
        expect(answer.statusCode, answer.body).toBe(200);
        expect(answer.json().idToken).toBeDefined();
        expect(await countAccounts(scene.app, email)).toBe(1);
      } else {
        expectIdentityRefusal(answer, notAdmitted);
        expect(await countAccounts(scene.app, email)).toBe(0);
      }
    });
  });

  describe('a mailed link', () => {
    it.each(Object.entries(situations))('%s', async (_situation, situation) => {
      const { typed, email } = await prepare(situation);
      const { app } = scene;
      const asked = await askForLink(app, typed);
      expect(asked.json()).toMatchObject({ email, hasCode: false });
      const mails = await receivedMails(app, email);
      const isMailed = mails.some(({ kind }) => kind === 'sign-in-link');
      expect(isMailed).toBe(isAdmitted(situation, name));
      if (isMailed) {
        const entered = await enterByLink(app, {
          email: typed,
          oobCode: await linkCode(app, email),
        });
        expect(entered.json(), entered.body).toMatchObject({ email, isNewUser: true });
      }
      expect(await countAccounts(app, email)).toBe(isMailed ? 1 : 0);
    });
  });

  describe('a change of the address', () => {
    const byDomain = 'signUpDomains' in policies[name] ? 'open to domains' : 'open';
    it.each(Object.entries(situations))('%s', async (_situation, situation) => {
      const { typed } = await prepare(situation);
      const { idToken } = await signIn(scene.app, scene.team.owner);
      const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: typed };
      const answer = await sendOobCode(scene.app, request);
      if (isAdmitted(situation, byDomain)) {
        expect(answer.statusCode, answer.body).toBe(200);
      } else {
        expectIdentityRefusal(answer, notAdmitted);
      }
    });
  });
});

describe('an account that exists, when the door is closed', () => {
  const policy: Policy = { signUp: 'closed', signUpDomains: ['acme.com'], ...byMail };
  let app: TestApp;
  let ajar: TestApp;

  /** The policy is read with each request, so accounts can be made as before it. */
  async function before<Made>(make: (app: TestApp) => Promise<Made>): Promise<Made> {
    Object.assign(app.config.product.policy, { signUp: 'open', signUpDomains: [] });
    const made = await make(app);
    Object.assign(app.config.product.policy, policy);
    return made;
  }
  beforeAll(async () => {
    app = await createTestApp({ product: { policy } });
    ajar = await createTestApp({ product: { policy, emailEnumerationProtection: false } });
  });
  afterAll(() => Promise.all([app.close(), ajar.close()]));

  it('signs in by its password, by its provider, and by one that proves its address', async () => {
    const { email, password, uid } = await before(createPerson);
    expect((await signIn(app, { email, password })).uid).toBe(uid);
    const claims = { sub: email, email, hd: 'example.com' };
    for (const _time of [1, 2]) {
      expect((await atGoogle(app, claims)).json()).toMatchObject({ localId: uid });
    }
  });

  it('signs in by a mailed link', async () => {
    const ada = await before(createVerifiedPerson);
    expect((await signInByLink(app, ada.email)).json()).toMatchObject({ localId: ada.uid });
  });

  it('is not told of by a mailed link, unless anybody may ask about addresses', async () => {
    const { email } = await before(createPerson);
    const unknown = newAddress();
    const [one, other] = [await askForLink(app, email), await askForLink(app, unknown)];
    expect(one.body.replace(email, '')).toBe(other.body.replace(unknown, ''));
    expect(await receivedMails(app, unknown)).toEqual([]);

    await inviteByOperator(ajar, email);
    expect((await signUp(ajar, email)).statusCode).toBe(200);
    await sql`delete from account_invitations`.execute(ajar.db);
    expect((await signInByLink(ajar, email)).statusCode).toBe(200);
    expectIdentityRefusal(await askForLink(ajar, unknown), notAdmitted);
  });

  it('resets its password, and brings its former address back', async () => {
    const ada = await before(createVerifiedPerson);
    const code = await mailedCode(
      app,
      { requestType: 'PASSWORD_RESET', email: ada.email },
      ada.email,
    );
    const reset = { oobCode: code, newPassword: 'another horse' };
    expect((await identity(app, '/v1/accounts:resetPassword', reset)).statusCode).toBe(200);
    const { idToken } = await signIn(app, { email: ada.email, password: 'another horse' });

    const newEmail = `${ada.uid.toLowerCase()}@acme.com`;
    const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail };
    expect((await applyCode(app, await mailedCode(app, request, newEmail))).statusCode).toBe(200);
    const mails = await receivedMails(app, ada.email);
    const link = mails.findLast(({ kind }) => kind === 'recover-email')?.links[0] ?? '';
    const recovered = await applyCode(app, new URL(link).searchParams.get('oobCode') ?? '');
    expect(recovered.json()).toMatchObject({ email: ada.email });
  });

  it.each(Object.entries(ways).filter(([way]) => !way.includes('has proven')))(
    'is not told of: %s answers as for an unknown address',
    async (_way, enter) => {
      const { email } = await before(createPerson);
      const [known, unknown] = [await enter(app, email), await enter(app, newAddress())];
      expectIdentityRefusal(known, notAdmitted);
      expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
      expect(await receivedMails(app, email)).toEqual([]);
    },
  );

  it('is asked for its own sign-in if anybody may ask about addresses', async () => {
    const email = newAddress();
    await inviteByOperator(ajar, email);
    expect((await signUp(ajar, email)).statusCode).toBe(200);
    await sql`delete from account_invitations`.execute(ajar.db);
    const claimed = await ways['a provider that has not proven it']?.(ajar, email);
    expect(claimed?.json()).toMatchObject({ needConfirmation: true, email });
    const named = await nameAddress(ajar, email);
    expect(named.json()).toMatchObject({ needConfirmation: true, email });
    const unknown = await ways['a provider that has not proven it']?.(ajar, newAddress());
    expectIdentityRefusal(unknown as Answer, notAdmitted);
  });
});

describe("an operator's invitation", () => {
  it('is mailed each time in the language that is asked for, and prolonged by 14 days', async () => {
    const app = await createOwnTestApp({ product: { policy: { signUp: 'closed' } } });
    const email = await inviteByOperator(app, ' Ada@Example.com ');
    expect(email).toBe('ada@example.com');
    app.clock.advance(10 * 86_400_000);
    await inviteByOperator(app, email, 'zh');
    app.clock.advance(13 * 86_400_000);

    const mails = await receivedMails(app, email);
    expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['account-invitation', 'You are invited to Hearth'],
      ['account-invitation', '邀请您注册 Hearth 账号'],
    ]);
    expect(mails[1]?.links).toEqual([
      `${app.config.publicUrl}/signup?email=ada%40example.com&lang=zh`,
    ]);
    expect((await signUp(app, email)).statusCode).toBe(200);
  });

  it('is refused for an address that has an account, and for none', async () => {
    const app = await createOwnTestApp({});
    const { email } = await createPerson(app);
    await expect(inviteByOperator(app, email)).rejects.toMatchObject({
      code: 'auth/email-already-in-use',
    });
    await expect(inviteByOperator(app, 'nobody')).rejects.toMatchObject({
      code: 'auth/invalid-email',
    });
    expect(await receivedMails(app, email)).toEqual([]);
  });

  it('is forgotten when it has expired, and with the account that has proven the address', async () => {
    const app = await createOwnTestApp({ product: { policy: { signUp: 'closed' } } });
    const stored = async () => {
      const { rows } = await sql<{ email: string }>`
        select email from account_invitations order by email`.execute(app.db);
      return rows.map(({ email }) => email);
    };
    const [ada, bob] = [newAddress(), newAddress()];
    for (const email of [ada, bob]) {
      await inviteByOperator(app, email);
      await signUp(app, email);
    }
    await sql`update accounts set email_verified = true where email = ${ada}`.execute(app.db);
    for (const email of [ada, bob]) {
      const { idToken } = await signIn(app, { email, password: 'correct horse' });
      const gone = await identity(app, '/v1/accounts:delete', { idToken });
      expect(gone.statusCode, gone.body).toBe(200);
    }
    expect(await stored()).toEqual([bob]);

    app.clock.advance(14 * 86_400_000);
    await app.app.runDue();
    expect(await stored()).toEqual([]);
  });
});

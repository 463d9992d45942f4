import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toActionSite } from '../../src/boot/parts.ts';
import { voidEmailSignIns } from '../../src/modules/identity/codes/email-sign-in-store.ts';
import {
  endAllSessionsAndCodes,
  endEverySession,
  getAccountFor,
} from '../../src/modules/identity/index.ts';
import { enrollApp } from '../harness/authenticator.ts';
import {
  askForLink,
  byMail,
  enterByLink,
  linkCode,
  type MailBrowser,
  mailLink,
  openMailBrowser,
  otherThan,
  signInByLink,
} from '../harness/email-sign-in.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { byCommand } from '../harness/operators.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  changeEmail,
  createPerson,
  createVerifiedPerson,
  disownAccount,
  expectIdentityRefusal,
  identity,
  lookup,
  mailedCode,
  newAddress,
  receivedCode,
  sendOobCode,
  signIn,
} from '../harness/wire-client.ts';
import { atGoogle, linkGoogle } from './social-links.ts';

const minute = 60_000;
const hour = 60 * minute;
const over = 'auth/mailed-code-over';
const wrong = 'auth/invalid-verification-code';
const tooMany = 'auth/too-many-requests';

describe('codes of six digits', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      product: { policy: byMail, authorizedDomains: ['https://app.example.com'] },
      env: { RATE_LIMITS: 'on' },
      standsStill: true,
    });
  });
  afterAll(() => app.close());

  async function guess(browser: MailBrowser, email: string, times: number): Promise<void> {
    const digits = otherThan(await browser.digits(email));
    for (let tries = 0; tries < times; tries += 1) {
      expectIdentityRefusal(await browser.enter({ email, code: digits }), wrong);
    }
  }

  it('5 wrong tries: the code is over, and the link of the same mail still works', async () => {
    const browser = openMailBrowser(app);
    const email = newAddress();
    await browser.ask(email);
    const code = await browser.digits(email);
    await guess(browser, email, 5);
    expectIdentityRefusal(await browser.enter({ email, code }), over);
    expect((await browser.enter({ oobCode: await linkCode(app, email) })).statusCode).toBe(200);
  });

  it('50 wrong tries at the same time: no more than 5 are compared', async () => {
    const browser = openMailBrowser(app);
    const email = newAddress();
    await browser.ask(email);
    const code = otherThan(await browser.digits(email));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => browser.enter({ email, code })),
    );
    const compared = answers.filter((answer) => answer.json().error.details.code === wrong);
    expect(compared).toHaveLength(5);
  });

  it('asking again: the earlier code of the browser is over, and its tries still count for the day', async () => {
    const browser = openMailBrowser(app);
    const email = newAddress();
    await browser.ask(email);
    const earlier = await browser.digits(email);
    await guess(browser, email, 5);
    app.clock.advance(minute);
    await browser.ask(email);
    expect(await browser.digits(email)).toMatch(/^\d{6}$/);
    expectIdentityRefusal(await browser.enter({ email, code: earlier }), wrong);
    await guess(browser, email, 4);
    app.clock.advance(minute);
    await browser.ask(email);
    await guess(browser, email, 5);
    app.clock.advance(10 * minute);
    const other = openMailBrowser(app);
    await other.ask(email);
    const right = await other.digits(email);
    expectIdentityRefusal(await other.enter({ email, code: right }), tooMany);
    const oobCode = await linkCode(app, email);
    expect((await other.enter({ oobCode })).statusCode).toBe(200);
  });

  it('5 codes in a day, over all browsers: later mails have a link only, which works', async () => {
    const email = newAddress();
    const answers: unknown[] = [];
    for (let times = 0; times < 7; times += 1) {
      app.clock.advance(61 * minute);
      const browser = openMailBrowser(app);
      answers.push((await browser.ask(email)).json().hasCode);
      const digits = await browser.digits(email);
      expect(digits !== undefined).toBe(times < 5);
    }
    expect(answers).toEqual([true, true, true, true, true, false, false]);
    const oobCode = await linkCode(app, email);
    expect((await enterByLink(app, { email, oobCode })).statusCode).toBe(200);
    app.clock.advance(24 * hour);
    expect((await openMailBrowser(app).ask(email)).json()).toMatchObject({ hasCode: true });
  });

  it('a used code counts among the 5, too', async () => {
    const email = newAddress();
    for (let times = 0; times < 5; times += 1) {
      const browser = openMailBrowser(app);
      await browser.ask(email);
      const code = await browser.digits(email);
      expect((await browser.enter({ email, code })).statusCode).toBe(200);
      app.clock.advance(10 * minute);
    }
    expect((await openMailBrowser(app).ask(email)).json()).toMatchObject({ hasCode: false });
  });

  it('one network asks for 5 mails to an address, then has to wait', async () => {
    const email = newAddress();
    for (let times = 0; times < 5; times += 1) {
      expect((await askForLink(app, email)).statusCode).toBe(200);
    }
    expectIdentityRefusal(await askForLink(app, email), tooMany);
    expect(await receivedMails(app, email)).toHaveLength(5);
  });

  it('a mailbox that had many mails, of an account or of none: answered alike, and the newest link works', async () => {
    const { email } = await createVerifiedPerson(app);
    const isLink = ({ kind }: { readonly kind: string }) => kind === 'sign-in-link';
    for (const address of [email, newAddress()]) {
      for (let network = 1; network <= 12; network += 1) {
        const answer = await askFrom(app, `203.0.113.${network}`, address);
        expect(answer.json()).toMatchObject({ hasCode: false });
      }
      expect((await openMailBrowser(app).ask(address)).json()).toMatchObject({ hasCode: false });
      expect((await receivedMails(app, address)).filter(isLink)).toHaveLength(10);
    }
    const oobCode = await linkCode(app, email);
    expect((await enterByLink(app, { email, oobCode })).statusCode).toBe(200);
    expect((await askFrom(app, '203.0.113.13', email)).statusCode).toBe(200);
    expect((await receivedMails(app, email)).filter(isLink)).toHaveLength(10);
  });

  it('one network that asks for a day: the person still gets a mail of their own', async () => {
    const email = newAddress();
    for (let times = 0; times < 290; times += 1) {
      await askFrom(app, '203.0.113.1', email);
      app.clock.advance(5 * minute);
    }
    const before = (await receivedMails(app, email)).length;
    await askFrom(app, '203.0.113.2', email);
    expect(await receivedMails(app, email)).toHaveLength(before + 1);
  });

  it('a mailbox full of links to an app: one to our own page is mailed all the same, once', async () => {
    const email = newAddress();
    const elsewhere = { continueUrl: 'https://app.example.com/nowhere' };
    for (let network = 1; network <= 12; network += 1) {
      await askFrom(app, `203.0.113.${network}`, email, elsewhere);
    }
    expect(await receivedMails(app, email)).toHaveLength(10);
    await askFrom(app, '203.0.113.20', email);
    await askFrom(app, '203.0.113.20', email, { continueUrl: ownPage });
    const mails = await receivedMails(app, email);
    expect(mails).toHaveLength(11);
    expect(mails.at(-1)?.links[0]).toContain(ownPage);
  });

  const ownPage = 'http://localhost:3000/signin/email';

  const askFrom = (
    { server, config }: TestApp,
    address: string,
    email: string,
    more: object = {},
  ) =>
    server.inject({
      method: 'POST',
      url: `/v1/accounts:sendOobCode?key=${config.apiKey}`,
      remoteAddress: address,
      payload: { requestType: 'EMAIL_SIGNIN', email, ...more },
    });
});

describe('mailed links', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ product: { policy: byMail } });
  });
  afterAll(() => app.close());

  it('opened by programs that check mails: nothing is used up', async () => {
    const email = newAddress();
    await askForLink(app, email);
    const link = (await receivedMails(app, email)).at(-1)?.links[0] ?? '';
    const rows = async () =>
      (await sql`select * from email_sign_ins where email = ${email}`.execute(app.db)).rows;
    const before = await rows();
    const { pathname, search } = new URL(link);
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const answer = await app.server.inject({ method, url: pathname + search });
      expect(answer.statusCode).toBe(200);
    }
    expect(await rows()).toEqual(before);
    const oobCode = await linkCode(app, email);
    expect((await enterByLink(app, { email, oobCode })).statusCode).toBe(200);
  });

  it('a stranger’s link: signs nobody in to the stranger’s account who types their own address', async () => {
    const eve = openMailBrowser(app);
    const evesAddress = newAddress();
    await eve.ask(evesAddress);
    const oobCode = await linkCode(app, evesAddress);
    const ada = openMailBrowser(app);
    expectIdentityRefusal(await ada.enter({ oobCode }), 'auth/missing-email');
    const typed = await ada.enter({ oobCode, email: newAddress() });
    expectIdentityRefusal(typed, 'auth/invalid-email');
    expect([...ada.cookies.keys()]).not.toContain('hearth-session');
  });

  it('pressed by the person for whom a stranger asked: the stranger’s browser gets nothing', async () => {
    const eve = openMailBrowser(app);
    const email = newAddress();
    await eve.ask(email);
    const oobCode = await linkCode(app, email);
    const ada = openMailBrowser(app);
    expect((await ada.enter({ oobCode, email })).statusCode).toBe(200);
    expectIdentityRefusal(await eve.enter({ oobCode }), 'auth/invalid-action-code');
    const code = await eve.digits(email);
    expectIdentityRefusal(await eve.enter({ email, code }), over);
  });

  it('a page of another site cannot have a link used for cookies of ours', async () => {
    const email = newAddress();
    const oobCode = await mailLink(app, email);
    const answer = await app.server.inject({
      method: 'POST',
      url: `/v1/accounts:signInWithEmailLink?key=${app.config.apiKey}`,
      headers: { 'x-hearth-session': 'cookie', origin: 'https://evil.example' },
      payload: { email, oobCode },
    });
    expectIdentityRefusal(answer, 'request/cross-site');
    expect(answer.cookies).toEqual([]);
    expect((await enterByLink(app, { email, oobCode })).statusCode).toBe(200);
  });

  it('first proof of an address: the squatter’s provider, factor, links and codes are gone', async () => {
    const { person } = await enrollApp(app, await createVerifiedPerson(app));
    const { email, uid, password } = person;
    const link = await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
    expect(link.statusCode).toBe(200);
    await sql`insert into identity_links (account_id, provider, subject, email, display_name,
      photo_url, linked_at) values (${uid}, 'google.com', ${uid}, null, '', '', now())`.execute(
      app.db,
    );
    await sql`update accounts set email_verified = false where id = ${uid}`.execute(app.db);
    const answer = await signInByLink(app, email);
    expect(answer.json(), answer.body).toMatchObject({ localId: uid, isNewUser: false });
    const [user] = (await lookup(app, answer.json().idToken)).json().users;
    expect(user).toMatchObject({
      emailVerified: true,
      providerUserInfo: [{ providerId: 'password' }],
    });
    expect(user).not.toHaveProperty('mfaInfo');
    const old = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
    expect(old.statusCode).toBe(400);
    const { rows } = await sql`select type from action_codes where account_id = ${uid}
      and type <> 'RECOVER_EMAIL'`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('of a stranger’s account that the reader disowned: void', async () => {
    const { email, idToken } = await createPerson(app);
    const code = await mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email);
    const oobCode = await mailLink(app, email);
    app.clock.advance(1);
    expect((await disownAccount(app, code)).statusCode).toBe(200);
    expectIdentityRefusal(await enterByLink(app, { email, oobCode }), 'auth/invalid-action-code');
  });

  it('from before a change of the password: void; from after it: good', async () => {
    const ada = await createVerifiedPerson(app);
    const oobCode = await mailLink(app, ada.email);
    app.clock.advance(1);
    const { idToken } = await signIn(app, ada);
    const changed = await identity(app, '/v1/accounts:update', {
      idToken,
      password: 'another horse',
    });
    expect(changed.statusCode, changed.body).toBe(200);
    const { email } = ada;
    expectIdentityRefusal(await enterByLink(app, { email, oobCode }), 'auth/invalid-action-code');
    app.clock.advance(1);
    expect((await signInByLink(app, email)).statusCode).toBe(200);
  });

  describe('of an account without a password, from before', () => {
    const thief = { sub: 'thief', email: 'thief@example.org' };

    it.each([
      [
        '“this was not me”',
        async (email: string, person: { readonly idToken: string }) => {
          await linkGoogle(app, person, thief);
          const undo = await receivedCode(app, email, 'provider-linked');
          expect((await applyCode(app, undo)).statusCode).toBe(200);
        },
      ],
      [
        'the operator ended its sessions',
        async (email: string) => {
          const { id: uid } = await getAccountFor(email, app);
          await byCommand(app, { uid }, 'end-sessions');
        },
      ],
      [
        'the operator ended everybody’s sessions',
        () => endEverySession({ ...app, site: toActionSite(app.config) }),
      ],
      [
        'its deletion, which no link undoes by a new account',
        async (_email: string, { idToken }: { readonly idToken: string }) => {
          const deleted = await identity(app, '/v1/accounts:delete', { idToken });
          expect(deleted.statusCode, deleted.body).toBe(200);
        },
      ],
    ])('%s: void, and a later one is good', async (_what, close) => {
      const email = newAddress();
      const { idToken } = (await signInByLink(app, email)).json();
      const oobCode = await mailLink(app, email);
      await close(email, { idToken });
      const answer = await enterByLink(app, { email, oobCode });
      expectIdentityRefusal(answer, 'auth/invalid-action-code');
      expect((await signInByLink(app, email)).statusCode).toBe(200);
    });

    it('a deletion that it waited for: void', async () => {
      const email = newAddress();
      const { localId } = (await signInByLink(app, email)).json();
      const oobCode = await mailLink(app, email);
      let entering: ReturnType<typeof enterByLink> | undefined;
      await app.db.transaction().execute(async (tx) => {
        await sql`select 1 from accounts where id = ${localId} for update`.execute(tx);
        entering = enterByLink(app, { email, oobCode });
        await expect.poll(() => countWaiting()).toBeGreaterThan(0);
        await voidEmailSignIns(tx, { accountId: localId, at: app.clock.now() });
        await sql`delete from accounts where id = ${localId}`.execute(tx);
      });
      const answer = await entering;
      expect(answer?.json().error.details.code).toBe('auth/invalid-action-code');
    });

    async function countWaiting(): Promise<number> {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
      return rows.length;
    }
  });

  it('to an address that signed up with a password meanwhile: good, and takes the account over', async () => {
    const email = newAddress();
    const oobCode = await mailLink(app, email);
    const squatted = await identity(app, '/v1/accounts:signUp', { email, password: 'my password' });
    expect(squatted.statusCode).toBe(200);
    const answer = await enterByLink(app, { email, oobCode });
    expect(answer.json()).toMatchObject({
      localId: squatted.json().localId,
      isNewUser: false,
    });
    const old = await identity(app, '/v1/accounts:signInWithPassword', {
      email,
      password: 'my password',
    });
    expect(old.statusCode).toBe(400);
  });

  it('to the former address of an account: opens no account, neither that nor a new one', async () => {
    const ada = await createVerifiedPerson(app);
    const oobCode = await mailLink(app, ada.email);
    await changeEmail(app, ada);
    const answer = await enterByLink(app, { email: ada.email, oobCode });
    expectIdentityRefusal(answer, 'auth/email-already-in-use');
  });

  it('beside a provider: the account keeps both, and unlinking both is refused', async () => {
    const email = newAddress();
    const made = await atGoogle(app, { sub: email, email, hd: 'example.com' });
    const { localId } = made.json();
    const entered = (await signInByLink(app, email)).json();
    expect(entered).toMatchObject({ localId, isNewUser: false });
    const { idToken } = entered;
    const unlink = (deleteProvider: string[]) =>
      identity(app, '/v1/accounts:update', { idToken, deleteProvider });
    const both = await unlink(['google.com', 'password']);
    expectIdentityRefusal(both, 'auth/last-sign-in-method');
    const less = await unlink(['google.com']);
    expect(less.json().providerUserInfo).toMatchObject([{ providerId: 'password' }]);
    expectIdentityRefusal(await unlink(['password']), 'auth/last-sign-in-method');
  });

  it('in a restored database: over', async () => {
    const own = await createOwnTestApp({ product: { policy: byMail } });
    const email = newAddress();
    const oobCode = await mailLink(own, email);
    const ended = await own.db
      .transaction()
      .execute((tx) => endAllSessionsAndCodes(tx, own.clock.now()));
    expect(ended).toMatchObject({ codes: 1 });
    expectIdentityRefusal(await enterByLink(own, { email, oobCode }), 'auth/invalid-action-code');
  });

  it('are forgotten after two days', async () => {
    const own = await createOwnTestApp({ product: { policy: byMail } });
    await askForLink(own, newAddress());
    const count = async () => (await sql`select 1 from email_sign_ins`.execute(own.db)).rows.length;
    own.clock.advance(47 * hour);
    await own.app.runDue();
    expect(await count()).toBe(1);
    own.clock.advance(2 * hour);
    await own.app.runDue();
    expect(await count()).toBe(0);
  });

  it('no secret of theirs is in the database', async () => {
    const browser = openMailBrowser(app);
    const email = newAddress();
    await browser.ask(email);
    const oobCode = await linkCode(app, email);
    const binding = browser.cookies.get('hearth-social') ?? '';
    const { rows } = await sql<{ row: string }>`
      select s::text as row from email_sign_ins s where email = ${email}`.execute(app.db);
    const [stored = ''] = rows.map(({ row }) => row);
    expect(stored).toContain(email);
    // A million digits are tried in a second, so their hash must take more to guess.
    const digits = createHash('sha256').update((await browser.digits(email)) ?? '');
    expect(stored).not.toContain(digits.digest('hex'));
    for (const secret of [oobCode, binding]) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

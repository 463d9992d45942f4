import { Writable } from 'node:stream';
import { wire } from '@hearth/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { loggerOptions } from '../../src/platform/logger.ts';
import { createTeam, invite } from '../harness/factories.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { createOwnTestApp, openSecondApp, type TestApp } from '../harness/test-app.ts';
import {
  type Answer,
  applyCode,
  callable,
  changeEmail,
  cookieIdentity,
  createVerifiedPerson,
  document,
  identity,
  newAddress,
  receivedCode,
  refresh,
  resetPassword,
  sendOobCode,
  signIn,
} from '../harness/wire-client.ts';

const canary = 'canary-7f3a9c';
const password = `pw-${canary}`;

/** Secrets that each call could leak, in their place; strings that look right and are refused late. */
const planted: Record<keyof typeof wire.identity, object> = {
  signUp: { email: 'taken@example.com', password, captchaResponse: canary },
  signInWithPassword: { email: 'taken@example.com', password: `wrong-${canary}` },
  signInWithEmailLink: { email: 'taken@example.com', oobCode: canary, code: canary },
  startMfaEnrollment: { idToken: canary },
  finalizeMfaEnrollment: {
    idToken: canary,
    totpVerificationInfo: { sessionInfo: canary, verificationCode: canary },
  },
  withdrawMfaEnrollment: { idToken: canary, mfaEnrollmentId: canary },
  finalizeMfaSignIn: {
    mfaPendingCredential: canary,
    mfaEnrollmentId: canary,
    totpVerificationInfo: { verificationCode: canary },
  },
  startPasskeySignIn: {},
  signInWithPasskey: {
    credential: {
      id: canary,
      rawId: canary,
      type: 'public-key',
      response: { clientDataJSON: canary, authenticatorData: canary, signature: canary },
    },
  },
  lookup: { idToken: canary },
  update: { oobCode: canary, password },
  disownAccount: { oobCode: canary },
  getSessionEnd: { refreshToken: canary },
  deleteAccount: { idToken: `${canary}.${canary}.${canary}` },
  resetPassword: { oobCode: canary, newPassword: password },
  sendOobCode: { requestType: 'VERIFY_EMAIL', idToken: canary },
  createAuthUri: { providerId: 'google.com', continueUri: `https://evil.example/${canary}` },
  signInWithIdp: {
    requestUri: `http://localhost:3000/auth/callback?state=${canary}&code=${canary}`,
    postBody: `providerId=google.com&id_token=${canary}&access_token=${canary}`,
    sessionId: canary,
    pendingToken: canary,
  },
  revokeToken: {
    providerId: 'apple.com',
    tokenType: 'ACCESS_TOKEN',
    token: canary,
    idToken: canary,
  },
  token: { grant_type: 'refresh_token', refresh_token: canary },
  signOut: { idToken: canary, refreshToken: canary },
  recaptchaConfig: {},
  passwordPolicy: {},
  getProjectConfig: {},
};

describe('secrets', () => {
  let app: TestApp;
  let lines: string[];

  /** The product as it runs, but with a log that hides nothing on account of its level. */
  beforeEach(async () => {
    lines = [];
    const stream = new Writable({
      write(line, _encoding, done) {
        lines.push(String(line));
        done();
      },
    });
    const logger = { ...loggerOptions, level: 'trace', stream };
    app = await openSecondApp(await createOwnTestApp({}), logger);
  });

  const log = () => lines.join('');

  function expectNoTrace(answers: readonly Answer[], secrets: readonly string[]): void {
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(6);
      expect(log()).not.toContain(secret);
      for (const answer of answers) {
        expect(answer.body).not.toContain(secret);
      }
    }
  }

  it('of refused calls stand in no log line and in no error body', async () => {
    await identity(app, '/v1/accounts:signUp', { email: 'taken@example.com', password: 'secret' });
    const answers: Answer[] = [];
    for (const [name, { method, path }] of Object.entries(wire.identity)) {
      const body = planted[name as keyof typeof planted];
      if (method === 'POST') {
        answers.push(await identity(app, path, body));
        answers.push(await cookieIdentity(app, { path, body, cookie: `hearth-session=${canary}` }));
        const odd = Object.entries(body).map(([field, value]) => [field, [value, { value }]]);
        answers.push(await identity(app, path, Object.fromEntries(odd)));
      }
      const url = `${path}?key=${canary}&oobCode=${canary}`;
      answers.push(await app.server.inject({ method, url, payload: `{"a": ${canary}` }));
    }
    const url = `/auth/nowhere.json?oobCode=${canary}`;
    answers.push(await app.server.inject({ method: 'GET', url }));
    answers.push(await document(app, 'GET /v1/sessions', { idToken: canary }));
    answers.push(...(await tryInvites()));
    const refused = answers.filter((answer) => answer.statusCode >= 400);
    expect(refused.length).toBeGreaterThan(3 * Object.keys(planted).length);
    expectNoTrace(refused, [canary]);
    expect(log()).toContain('request refused');
  });

  it('of calls that succeed stand in no log line', async () => {
    const { secrets } = await liveThroughEverything();
    expectNoTrace([], secrets);
  });

  it('stand in the clear nowhere in the database', async () => {
    const { secrets } = await liveThroughEverything();
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker') and tablename <> 'mailbox_mails'`.execute(
      app.db,
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const { rows } = await sql<{ all: string | null }>`
        select string_agg(t::text, ' ') as all from ${sql.raw(name)} t`.execute(app.db);
      for (const secret of secrets) {
        expect(rows[0]?.all ?? '', name).not.toContain(secret);
        expect(rows[0]?.all ?? '', name).not.toContain(Buffer.from(secret).toString('hex'));
      }
    }
  });

  it('and rows stay out of the log when the database fails in the middle', async () => {
    const { email } = await createVerifiedPerson(app);
    const code = await askForReset(email);
    await sql`alter table accounts add constraint never check (display_name = 'never') not valid`.execute(
      app.db,
    );
    const body = { email: `${canary}@example.com`, password };
    const answers = [
      await identity(app, '/v1/accounts:signUp', body),
      await resetPassword(app, { oobCode: code, newPassword: password }),
      await identity(app, '/v1/accounts:signInWithPassword', { email, password: 'correct horse' }),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([500, 500, 500]);
    expect(log()).toContain('request failed');
    expect(log()).toContain('violates check constraint');
    expectNoTrace(answers, [canary, code, '$argon2id$', email]);
  });

  it('stay out of the log when a mail cannot be sent', async () => {
    const { email } = await createVerifiedPerson(app);
    await sql`alter table mailbox_mails add constraint never check (kind = 'never') not valid`.execute(
      app.db,
    );
    await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
    await app.app.runJobs();
    expect(log()).toContain('job failed');
    expectNoTrace([], [email, 'oobCode', '/auth/action']);
  });

  /** Each call that takes the secret of an invite, with one that is wrong. */
  async function tryInvites(): Promise<Answer[]> {
    const { owner, subscriptionId } = await createTeam(app);
    const { idToken } = owner;
    const { inviteId } = await invite(app, { subscriptionId, email: newAddress(), idToken });
    const answers: Answer[] = [];
    for (const name of ['getInvite', 'acceptInvite', 'rejectInvite']) {
      const odd = [canary, [canary], { value: canary }, canary.repeat(20)];
      for (const data of odd.map((token) => ({ inviteId, token }))) {
        answers.push(await callable(app, name, { data, idToken }));
        answers.push(await callable(app, name, { data: { ...data, inviteId: canary }, idToken }));
      }
    }
    const url = `/invite?id=${inviteId}&token=${canary}`;
    answers.push(await app.server.inject({ method: 'POST', url, payload: {} }));
    await app.server.inject({ method: 'GET', url });
    return answers;
  }

  /** Every end that a mailed invite can come to; answers its secrets. */
  async function liveThroughInvites(): Promise<string[]> {
    const { owner, subscriptionId } = await createTeam(app);
    const guest = await createVerifiedPerson(app);
    const { idToken } = owner;
    const secrets: string[] = [];
    const ends = [
      ['rejectInvite', guest, {}],
      ['revokeInvite', owner, { subscriptionId }],
      ['acceptInvite', guest, {}],
    ] as const;
    for (const [name, caller, more] of ends) {
      const claim = await invite(app, { subscriptionId, email: guest.email, idToken });
      const seen = await callable(app, 'getInvite', { data: claim, idToken: guest.idToken });
      const { inviteId, token } = claim;
      const data = name === 'revokeInvite' ? { inviteId, ...more } : claim;
      const ended = await callable(app, name, { data, idToken: caller.idToken });
      expect([seen.statusCode, ended.statusCode]).toEqual([200, 200]);
      for (const { body } of [seen, ended]) {
        expect(body).not.toContain(token);
      }
      secrets.push(token);
    }
    return secrets;
  }

  async function askForReset(email: string): Promise<string> {
    await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
    return await receivedCode(app, email, 'reset-password');
  }

  /** A whole life of an account; answers every secret that was in it. */
  async function liveThroughEverything(): Promise<{ secrets: string[] }> {
    const person = await createVerifiedPerson(app);
    const { email } = person;
    const verify = await receivedCode(app, email, 'verify-email');
    const newEmail = await changeEmail(app, person);
    const change = await receivedCode(app, newEmail, 'verify-and-change-email');
    const undo = await receivedCode(app, email, 'recover-email');
    const unused = await askForReset(newEmail);
    expect((await applyCode(app, undo)).statusCode).toBe(200);
    const reset = await receivedCode(app, email, 'reset-password');
    await resetPassword(app, { oobCode: reset, newPassword: password });
    const again = await signIn(app, { email, password });
    const next = (await refresh(app, again.refreshToken)).json().id_token;
    const newPassword = `new-${canary}`;
    const update = { idToken: next, password: newPassword };
    const renewed = (await identity(app, '/v1/accounts:update', update)).json();
    const browser = { path: '/v1/accounts:signUp', body: { email: newAddress(), password } };
    const { cookies } = await cookieIdentity(app, browser);
    const invites = await liveThroughInvites();
    const waiting = await receivedMails(app, email);
    await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
    return {
      secrets: [
        ...[person, again, renewed].flatMap((one) => [one.idToken, one.refreshToken]),
        ...cookies.map(({ value }) => value),
        ...[verify, change, undo, unused, reset, next, canary, 'correct horse'],
        ...invites,
        ...waiting.flatMap((mail) => mail.links),
        'oobCode=',
      ],
    };
  }
});

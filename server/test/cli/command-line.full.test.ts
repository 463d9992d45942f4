import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../../src/boot/open-postgres.ts';
import { readConfig } from '../../src/config/config.ts';
import { publishedAheadMs } from '../../src/modules/identity/index.ts';
import { billingInfo } from '../billing/support/payment-scenes.ts';
import { freePort } from '../harness/free-port.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { newAddress } from '../harness/wire-client.ts';
import { runHearth, startHearth } from './lines.ts';

const port = await freePort();
const password = 'correct horse';

describe('the operator command line', () => {
  let dataDir: string;
  let product: RunningProduct;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'hearth-operator-'));
    product = spawnProduct({ dataDir, port });
    await untilReady(product);
  });
  afterAll(async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const env = () => ({ DATA_DIR: dataDir, PORT: String(port) });
  const hearth = (...line: string[]) => runHearth(line, env());
  /** Starts a process of its own. */
  const start = (...line: string[]) => startHearth(line, env());

  /** Changes the product's database behind its back. */
  async function plant(statement: string): Promise<void> {
    const config = readConfig(env());
    const { db, close } = await openPostgres(config, () => {}, { shared: true });
    try {
      await sql.raw(statement).execute(db);
    } finally {
      await close();
    }
  }

  async function call(path: string, body: object) {
    const answer = await fetch(`${product.origin}${path}?key=hearth-local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string> & { error?: { message: string } };
  }

  async function signUp() {
    const email = newAddress();
    const {
      idToken = '',
      refreshToken = '',
      localId = '',
    } = await call('/v1/accounts:signUp', {
      email,
      password,
    });
    return { email, idToken, refreshToken, localId };
  }

  const signIn = (email: string, secret = password) =>
    call('/v1/accounts:signInWithPassword', { email, password: secret });

  it('removes lost second factors, ends the sessions, and says if there are none', async () => {
    const { email, idToken, localId } = await signUp();
    const none = await hearth('accounts', 'remove-second-factors', email);
    expect(none.out).toBe(`${email} has no second factor.\n`);
    await plant(`insert into second_factors (id, account_id, sealed_secret, enrolled_at)
      values ('f-${localId}', '${localId}', '', now())`);
    expect(await signIn(email)).toHaveProperty('mfaPendingCredential');
    const removed = await hearth('accounts', 'remove-second-factors', localId);
    expect(removed.out).toContain(`1 second factor of ${email} removed.`);
    const late = await call('/v1/accounts:lookup', { idToken });
    expect(late.error?.message).toBe('TOKEN_EXPIRED');
    expect(await signIn(email)).toHaveProperty('idToken');
  });

  it('decides about a frozen project with --keep or --to, and says if nobody claims it', async () => {
    const { email, localId } = await signUp();
    const settle = (...line: string[]) => hearth('subscriptions', 'settle-ownership', ...line);
    const id = `p-${localId}`;
    await plant(`insert into subscriptions (id, owner_id, plan_id, status, created_at, updated_at)
      values ('${id}', '${localId}', 'free', 'active', now(), now())`);
    expect((await settle(id, '--keep')).err).toContain('Nobody claims this project');
    await plant(`insert into ownership_claims (subscription_id, email, account_id, reason, claimed_at)
      values ('${id}', 'old@example.com', '${localId}', 'contested', now())`);
    const shown = JSON.parse((await hearth('accounts', 'show', email)).out);
    expect(shown.projects).toMatchObject([{ id, is_frozen: true }]);
    for (const line of [['--to'], ['--keep', email], ['--too', email]]) {
      expect((await settle(id, ...line)).err).toContain('Say either --keep, or --to');
    }
    expect((await settle(id)).err).toContain('Usage:');
    const { err } = await settle(id, '--to', 'nobody@example.com');
    expect(err).toContain('no account');
    expect((await settle(id, '--keep')).out).toContain(`${email} owns ${id}.`);
  });

  it('shows an account by address and by uid, without its password', async () => {
    const { email, localId } = await signUp();
    const byEmail = await start('accounts', 'show', email);
    const shown = { id: localId, email, hasPassword: true, projects: [] };
    expect(JSON.parse(byEmail.out)).toMatchObject(shown);
    expect(byEmail.out).not.toContain('argon2');
    expect((await hearth('accounts', 'show', localId)).out).toBe(byEmail.out);
  });

  it('disables an account everywhere, and enables it without its old sessions', async () => {
    const { email, idToken, refreshToken } = await signUp();
    const refresh = () =>
      call('/v1/token', { grant_type: 'refresh_token', refresh_token: refreshToken });
    const messageOf = async (answer: ReturnType<typeof call>) => (await answer).error?.message;
    expect((await hearth('accounts', 'disable', email)).code).toBe(0);
    expect(await messageOf(call('/v1/accounts:lookup', { idToken }))).toBe('USER_DISABLED');
    expect(await messageOf(refresh())).toBe('USER_DISABLED');
    expect(await messageOf(signIn(email))).toBe('USER_DISABLED');

    expect((await hearth('accounts', 'enable', email)).code).toBe(0);
    expect(await messageOf(call('/v1/accounts:lookup', { idToken }))).toBe('TOKEN_EXPIRED');
    expect(await messageOf(refresh())).toBe('TOKEN_EXPIRED');
    expect((await signIn(email)).idToken).toBeDefined();
  });

  it('ends the sessions of one person, or of everybody', async () => {
    const [ada, grace] = [await signUp(), await signUp()];
    expect((await hearth('accounts', 'end-sessions', ada.email)).out).toBe('1 session ended.\n');
    const ended = await call('/v1/accounts:lookup', { idToken: ada.idToken });
    expect(ended.error?.message).toBe('TOKEN_EXPIRED');
    expect((await call('/v1/accounts:lookup', { idToken: grace.idToken })).error).toBeUndefined();

    expect((await hearth('accounts', 'end-sessions', '--everybody')).code).toBe(0);
    const all = await call('/v1/accounts:lookup', { idToken: grace.idToken });
    expect(all.error?.message).toBe('TOKEN_EXPIRED');
  });

  it('prints a link that sets a new password once', async () => {
    const { email } = await signUp();
    const { out } = await hearth('accounts', 'set-password-link', email);
    const oobCode = new URL(out.trim()).searchParams.get('oobCode');
    const reset = { oobCode, newPassword: 'another horse' };
    expect((await call('/v1/accounts:resetPassword', reset)).email).toBe(email);
    expect((await signIn(email, 'another horse')).idToken).toBeDefined();
    const again = await call('/v1/accounts:resetPassword', reset);
    expect(again.error?.message).toBe('INVALID_OOB_CODE');
  });

  it('invites an address in the language that is named, and none that has an account', async () => {
    const email = newAddress();
    const { out } = await hearth('accounts', 'invite', email.toUpperCase(), 'zh');
    expect(out).toBe(
      `${email} may create an account within 14 days. The invitation is on its way.\n`,
    );
    const mailbox = `${product.origin}/dev/mailbox.json`;
    await expect
      .poll(async () => (await (await fetch(mailbox)).json()) as object[], { timeout: 10_000 })
      .toContainEqual(expect.objectContaining({ to: email, subject: '邀请您注册 Hearth 账号' }));

    const { email: known } = await signUp();
    const refused = await hearth('accounts', 'invite', known);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('already exists') });
    const unknown = await hearth('accounts', 'invite', email, 'fr');
    expect(unknown.err).toBe('There is no language "fr". Languages are en, zh.\n');
  });

  it('gives a role to a verified account, another one, and none', async () => {
    const { email, localId } = await signUp();
    const add = (...more: string[]) => hearth('operators', 'add', email, ...more);
    const unproven = await add('--role', 'support');
    expect(unproven).toMatchObject({ code: 1, err: expect.stringContaining('has not verified') });
    await plant(`update accounts set email_verified = true where id = '${localId}'`);
    const wrong = await add('--role', 'owner');
    expect(wrong.err).toBe('Say --role with one of support, billing, admin.\n');
    expect((await add('--role', 'support')).out).toContain('with the role support');
    expect((await add('--role', 'billing')).out).toContain('with the role billing');
    expect((await hearth('operators', 'list')).out).toContain(`${email}  billing  since `);
    expect((await hearth('operators', 'remove', localId)).out).toContain(
      'is no longer an operator',
    );
    expect((await hearth('operators', 'remove', localId)).out).toContain('was no operator');
    expect((await hearth('operators', 'list')).out).toBe('There is no operator.\n');
  });

  it('rotates the signing key without signing anybody out', async () => {
    const { email, idToken } = await signUp();
    const { out } = await hearth('keys', 'rotate');
    expect(out).toMatch(/^Key \w{16} is published, and signs from \S+Z on\.$/m);
    await fetch(`${product.origin}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs: publishedAheadMs }),
    });

    const { idToken: newer = '' } = await signIn(email);
    expect(out).toContain(decodeProtectedHeader(newer).kid);
    expect(decodeProtectedHeader(idToken).kid).not.toBe(decodeProtectedHeader(newer).kid);
    for (const token of [idToken, newer]) {
      expect((await call('/v1/accounts:lookup', { idToken: token })).error).toBeUndefined();
    }
  });

  it('compares billing with the payment provider, and fails where something differs', async () => {
    const { idToken } = await signUp();
    const answer = await fetch(`${product.origin}/functions/us-central1/createSubscription`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ data: { planId: 'pro', billingInfo: billingInfo() } }),
    });
    const { data } = (await answer.json()) as { data: { subscriptionId: string } };
    expect(await start('billing', 'drift')).toEqual({
      code: 0,
      out: 'Nothing differs. 1 subscription compared.\n',
      err: '',
    });

    // The product that runs beside it may fix it before the operator asks.
    const plantAndAsk = async () => {
      await plant(
        `insert into invoices (id, subscription_id, created_at, total, currency, status)
         values ('in_planted', '${data.subscriptionId}', now(), 100, 'usd', 'draft')
         on conflict do nothing`,
      );
      return await start('billing', 'drift');
    };
    await expect.poll(plantAndAsk, { timeout: 30_000 }).toEqual({
      code: 1,
      out: `${data.subscriptionId}: invoice is in_planted without number draft 100 usd here, no in_planted at the provider.\n1 subscription compared.\n`,
      err: '',
    });
  });

  it('shows the billing of a project, and fails with one sentence for an unknown one', async () => {
    const { idToken, localId, email } = await signUp();
    const answer = await fetch(`${product.origin}/functions/us-central1/createSubscription`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ data: { planId: 'pro', billingInfo: billingInfo() } }),
    });
    const { data } = (await answer.json()) as { data: { subscriptionId: string } };
    const { code, out } = await hearth('billing', 'show', data.subscriptionId);
    expect([code, out]).toEqual([0, expect.stringContaining(`Owner         ${localId}\n`)]);
    expect((await hearth('billing', 'show', email)).out).toBe(out);
    const account = JSON.parse((await hearth('accounts', 'show', email)).out);
    expect(account.projects).toMatchObject([{ id: data.subscriptionId, is_owner: true }]);
    const err = 'There is no project, intent or customer with this id.\n';
    const unknown = { code: 1, out: '', err };
    expect(await hearth('billing', 'settle', 'nothing', '--refuse')).toEqual(unknown);
  });

  it('says what it can do when the line is not a command, and fails', async () => {
    const lines = [
      [],
      ['accounts'],
      ['accounts', 'show'],
      ['keys', 'rotate', 'now'],
      ['billing', 'relink', 'id'],
      ['billing', 'settle', 'id', '--force'],
    ];
    for (const [index, line] of lines.entries()) {
      const { code, err } = await (index === 0 ? start(...line) : hearth(...line));
      expect(code).toBe(1);
      expect(err).toContain('Usage: npm run hearth -- <command>');
    }
  });

  it('fails with a sentence for an account that is not there', async () => {
    const { code, err } = await start('accounts', 'show', newAddress());
    expect([code, err]).toEqual([1, 'There is no account with this email address.\n']);
  });

  it('works without a running server too', async () => {
    const { email } = await signUp();
    await product.stop();
    expect((await start('accounts', 'disable', email)).code).toBe(0);
    product = spawnProduct({ dataDir, port });
    await untilReady(product);
    expect((await signIn(email)).error?.message).toBe('USER_DISABLED');
  });
});

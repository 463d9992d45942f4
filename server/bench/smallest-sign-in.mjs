import { hash as digest, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { verify } from '@node-rs/argon2';
import pg from 'pg';

/**
 * Measures how much of the hash rate is left for a program that only signs in: the product's statements, hash and
 * signature, without framework, contract, limits or refusals.
 */
const [socketFolder, port] = process.argv.slice(2);
const pool = new pg.Pool({ host: socketFolder, user: 'hearth', database: 'hearth' });
const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const hashesAtOnce = 3;
const sessionMs = 14 * 86_400_000;

const findAccount = {
  name: 'find-account',
  text: 'select id, email, password_hash, disabled_at from accounts where email = $1',
};
const insertSession = {
  name: 'insert-session',
  text: `with audit_event as (
      insert into audit_events (action, actor_id, subject_id, subscription_id, happened_at)
      values ('session.opened', $1, $2, null, $3)
      returning id
    ), audit_origin as (
      insert into audit_origins (event_id, address, user_agent) select id, $4, '' from audit_event
    ), account as (
      update accounts set last_signed_in_at = $3
      where id = $1 and disabled_at is null and password_hash = $5
      returning id
    )
    insert into sessions (id, account_id, refresh_token_hash, cookie, provider,
      signed_in_at, last_seen_at, expires_at, user_agent, address)
    values ($2, (select id from account), $6, false, 'password', $3, $3, $7, '', $4)`,
};

const waiting = [];
let hashing = 0;

async function matches(stored, password) {
  if (hashing === hashesAtOnce) {
    await new Promise((resolve) => waiting.push(resolve));
  } else {
    hashing += 1;
  }
  try {
    return await verify(stored, password);
  } finally {
    const next = waiting.shift();
    hashing -= next ? 0 : 1;
    next?.();
  }
}

const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');

function signToken({ account, sid, at }) {
  const iat = Math.floor(at.getTime() / 1000);
  const { id: sub, email } = account;
  const firebase = { identities: { email: [email] }, sign_in_provider: 'password' };
  const claims = { sub, user_id: sub, sid, email, firebase, iat, exp: iat + 3600 };
  const signed = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

async function signIn({ email, password }) {
  const { rows } = await pool.query({ ...findAccount, values: [email] });
  const [account] = rows;
  if (!account || account.disabled_at || !(await matches(account.password_hash, password))) {
    throw new Error('The credentials of the bench are wrong.');
  }
  const sid = randomBytes(15).toString('base64url');
  const refreshToken = randomBytes(32).toString('base64url');
  const at = new Date();
  const end = new Date(at.getTime() + sessionMs);
  const stored = digest('sha256', refreshToken, 'buffer');
  const values = [account.id, sid, at, '127.0.0.1', account.password_hash, stored, end];
  await pool.query({ ...insertSession, values });
  return { localId: account.id, email, idToken: signToken({ account, sid, at }), refreshToken };
}

const server = createServer(async (request, response) => {
  const answer = JSON.stringify(await signIn(await json(request)));
  const type = 'application/json';
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(answer) });
  response.end(answer);
});
server.listen(Number(port), '127.0.0.1', () => process.send('ready'));
process.once('disconnect', () => process.exit());

import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { member } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppRoutes, AppServer } from '../../src/for-app.ts';
import { notes } from '../app/notes/notes.ts';
import { clientSecret, redirectUri } from '../harness/hosted-sign-in.ts';
import { makeKey } from '../harness/server-api.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { createFreeSubscription, createPerson, type Person } from '../harness/wire-client.ts';

const folder = `${join(import.meta.dirname, '../app/notes')}/`;

/** A route of a product that hands on to PostgreSQL what it is given, and one that asks for the project. */
const routes: AppRoutes = async (own, { authenticate }) => {
  own.all('/keep/:text', async (request) => {
    const { cookies } = request as { readonly cookies?: object };
    const given = JSON.stringify([request.params, request.query, request.body ?? {}, cookies]);
    const text = Object.values(request.query ?? {}).join();
    await sql`insert into app.heard (hook, about) values (${`route ${text}`}, ${given})`.execute(
      app.db,
    );
    return { kept: true };
  });
  own.get('/of-member', async (request) => {
    const { caller } = await authenticate(request, member);
    return { uid: caller.uid };
  });
};
const appServer: AppServer = { ...notes, routes };

let app: TestApp;
let ada: Person;
let secret: string;
let project: string;
let origin: string;

interface Sent {
  readonly method?: string;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
}

/** Over a real connection, with the path as it is. */
function send(path: string, { method = 'GET', body, headers = {} }: Sent = {}) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const options = { method, path, port: new URL(origin).port, headers: { ...type, ...headers } };
    const outgoing = httpRequest(options, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

beforeAll(async () => {
  app = await createTestApp({
    app: { appServer, folder },
    product: {
      clients: [
        { id: 'front-end', redirectUris: [redirectUri], postLogoutUris: [], confidential: false },
        { id: 'backend', redirectUris: [redirectUri], postLogoutUris: [], confidential: true },
      ],
    },
    clientSecrets: { backend: clientSecret },
  });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  ada = await createPerson(app);
  project = await createFreeSubscription(app, ada);
  secret = (await makeKey(app)).secret;
});
afterAll(() => app.close());

const authorize = `/oauth/authorize?client_id=front-end&response_type=code&scope=openid&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256&redirect_uri=${encodeURIComponent(redirectUri)}`;

describe('U+0000', () => {
  it.each([
    '/avatars/%00',
    '/avatars/a%00b?x',
    `${authorize}&state=a%00b`,
    `${authorize}&nonce=%00`,
    '/oauth/authorize/%00',
    '/sandbox/i/acct/%00',
    '/sandbox/invoice/acct/%00/pdf',
    '/v1/users/%00',
    '/server/v1/accounts?email=%00',
    '/server/v1/events?after=%00',
    '/api/keep/%00',
    '/api/keep/text?a=%00',
    '/api/keep/text?%00=a',
    '/brand/%00',
    '/dev/mailbox.json?to=%00',
    '/signin?interaction=%00',
    '/%00',
    '/oauth/logout?state=%00',
  ])('in %s is refused as a bad request', async (path) => {
    const answer = await send(path, { headers: { authorization: `Bearer ${secret}` } });
    expect(answer.status, answer.text).toBe(400);
  });

  it.each(['text=a%00b', '%00=a'])('in the form %s is refused', async (body) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answers = await Promise.all(
      ['/api/keep/text', '/oauth/logout', '/auth/callback'].map((path) =>
        send(path, { method: 'POST', body, headers }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  it('in a form or credentials for tokens is refused in the words of OAuth', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const basic = Buffer.from(`back%00end:${clientSecret}`).toString('base64');
    const forms = ['grant_type=refresh_token&refresh_token=%00', 'grant_type=%00', 'client_id=%00'];
    for (const body of forms) {
      const headers = { ...type, authorization: `Basic ${basic}` };
      for (const path of ['/oauth/token', '/oauth/revoke']) {
        expect((await send(path, { method: 'POST', body, headers: type })).status).toBeLessThan(
          402,
        );
        expect((await send(path, { method: 'POST', body, headers })).status).toBeLessThan(402);
      }
    }
  });

  it('in a cookie makes it count as absent, since another program on this host may have set it', async () => {
    const answer = await send('/api/keep/text', { headers: { cookie: 'a=%00; b=kept' } });
    expect(answer.status, answer.text).toBe(200);
    const { rows } = await sql<{ about: unknown[] }>`
      select about from app.heard where hook = 'route ' order by id desc limit 1`.execute(app.db);
    expect(rows[0]?.about.at(-1)).toEqual({ b: 'kept' });
  });

  it('written twice over is text like any other', async () => {
    const answer = await send('/api/keep/a%2500?b=%2500');
    expect(answer.status, answer.text).toBe(200);
  });
});

describe.each(['\\ud800', 'a\\udc00b', '\\udc00\\ud800', '\\u0000'])('the text "%s"', (text) => {
  const bearer = () => ({ authorization: `Bearer ${ada.idToken}` });

  it('is refused by every dialect, as a value and as a key', async () => {
    const signUp = `/v1/accounts:signUp?key=${app.config.apiKey}`;
    const person = (name: string) =>
      `{"email":"a@example.com","password":"secret 123","displayName":"${name}"}`;
    const requests: [path: string, sent: Sent][] = [
      [signUp, { method: 'POST', body: person(text) }],
      [signUp, { method: 'POST', body: `{"${text}":1,"email":"a@example.com"}` }],
      [
        '/functions/us-central1/createSubscription',
        { method: 'POST', body: `{"data":{"planId":"free","name":"${text}"}}`, headers: bearer() },
      ],
      [
        `/v1/users/${ada.uid}`,
        { method: 'PATCH', body: `{"display_name":"${text}"}`, headers: bearer() },
      ],
      [
        `/v1/subscriptions/${project}`,
        { method: 'PATCH', body: `{"settings":{"deep":[{"${text}":1}]}}`, headers: bearer() },
      ],
      ['/api/keep/text', { method: 'POST', body: `{"text":["${text}"]}` }],
      ['/api/keep/text', { method: 'POST', body: `"${text}"` }],
      [
        '/server/v1/webhook-endpoints',
        {
          method: 'POST',
          body: `{"url":"https://example.com/${text}","types":["*"],"description":"${text}"}`,
          headers: { authorization: `Bearer ${secret}` },
        },
      ],
      ['/dev/clock', { method: 'POST', body: `{"advanceMs":"${text}"}` }],
    ];
    for (const [path, sent] of requests) {
      const answer = await send(path, sent);
      expect(answer.status, `${path} ${answer.text}`).toBe(400);
      expect(answer.text).toContain('request/invalid');
      expect(answer.text).toContain('U+0000');
    }
  });
});

it('keeps whole pairs of surrogates', async () => {
  const answer = await send(`/v1/users/${ada.uid}`, {
    method: 'PATCH',
    body: '{"display_name":"Ada \\ud83d\\ude00"}',
    headers: { authorization: `Bearer ${ada.idToken}` },
  });
  expect(answer.status, answer.text).toBe(200);
  expect(JSON.parse(answer.text).display_name).toBe('Ada 😀');
});

it('refuses a parameter that names the project twice, or not at all, as a bad request', async () => {
  const headers = { authorization: `Bearer ${ada.idToken}` };
  for (const query of ['?subscriptionId=a&subscriptionId=b', '', '?subscriptionId=']) {
    const answer = await send(`/api/of-member${query}`, { headers });
    expect([query, answer.status]).toEqual([query, query.endsWith('=') ? 403 : 400]);
  }
});

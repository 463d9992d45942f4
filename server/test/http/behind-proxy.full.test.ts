import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEventLog } from '../harness/logged-events.ts';
import { production as settings } from '../harness/production-environment.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import { createPerson, newAddress } from '../harness/wire-client.ts';

const busyClient = '203.0.113.1';
const otherClient = '203.0.113.2';

const production = { ...settings, SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMITS: 'on' };

/** A proxy as operators run one: it passes on what it gets, and appends who sent it. */
async function startProxy(target: string): Promise<string> {
  const proxy = createServer((incoming, answer) => {
    const { 'x-test-client': client, ...headers } = incoming.headers;
    const { method = 'GET', url = '/' } = incoming;
    const forwarded = [headers['x-forwarded-for'], client].filter(Boolean).join(', ');
    const onward = httpRequest(
      new URL(url, target),
      { method, headers: { ...headers, 'x-forwarded-for': forwarded } },
      (from) => {
        answer.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  onTestFinished(() => new Promise((closed) => proxy.close(() => closed())));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function startBehindProxy(env: Record<string, string>) {
  const log = createEventLog();
  const app = await createOwnTestApp({ env, logger: log.logger });
  const target = await app.server.listen({ host: '127.0.0.1', port: 0 });
  return { app, log, target, proxy: await startProxy(target) };
}

interface Post {
  readonly client: string;
  readonly name: string;
  readonly body: object;
  readonly headers?: Record<string, string>;
}

async function post(app: TestApp, origin: string, { client, name, body, headers }: Post) {
  const answer = await fetch(`${origin}/v1/accounts:${name}?key=${app.config.apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-test-client': client, ...headers },
    body: JSON.stringify(body),
  });
  const { error } = (await answer.json()) as { error?: { message: string } };
  return error?.message ?? 'OK';
}

describe('production behind a proxy', () => {
  it('lets one client who guesses passwords lock out nobody else', async () => {
    const { app, proxy } = await startBehindProxy({ ...production, TRUST_PROXY: '1' });
    const { email, password } = await createPerson(app);
    const guess = () => ({ email: newAddress(), password: 'wrong' });
    const signIn = (client: string, body: object) =>
      post(app, proxy, { client, name: 'signInWithPassword', body });
    for (const _time of Array(70)) {
      await signIn(busyClient, guess());
    }

    expect(await signIn(busyClient, guess())).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    expect(await signIn(otherClient, { email, password })).toBe('OK');
  });

  it.each([
    ['an IPv4 address with ports', (time: number) => `${busyClient}:${4_000 + time}`],
    ['an IPv4 address in IPv6', (time: number) => `[::ffff:203.0.113.1]:${4_000 + time}`],
    ['an IPv6 network with ports', (time: number) => `[2001:db8::${time}]:4711`],
    ['an IPv6 network', (time: number) => `2001:DB8:0::${time}`],
    ['nothing that is an address', (time: number) => `unknown-${time}`],
  ])('counts %s as one client', async (_what, client) => {
    const { app, proxy } = await startBehindProxy({ ...production, TRUST_PROXY: '1' });
    const answers: string[] = [];
    for (let time = 0; time < 70; time += 1) {
      const body = { email: newAddress(), password: 'wrong' };
      answers.push(
        await post(app, proxy, { client: client(time), name: 'signInWithPassword', body }),
      );
    }
    expect(answers).toContain('TOO_MANY_ATTEMPTS_TRY_LATER');
  });

  it.each([
    ['1', '203.0.113.7:4711', '203.0.113.7'],
    ['1', '[2001:db8:0::7]:4711', '2001:db8::7'],
    ['1', '::ffff:203.0.113.7', '203.0.113.7'],
    ['1', 'unknown', '127.0.0.1'],
    ['2', '203.0.113.7:4711, 10.0.0.9:443', '203.0.113.7'],
    ['loopback, 10.0.0.0/8', '198.51.100.1, 203.0.113.7:4711, 10.0.0.9:443', '203.0.113.7'],
    ['loopback, 2001:db8:1::/48', '203.0.113.7, [2001:db8:1::9]:443', '203.0.113.7'],
  ])(
    'with TRUST_PROXY=%s takes %s for %s, in sessions, activity and log',
    async (trust, client, address) => {
      const { app, proxy, log } = await startBehindProxy({ ...production, TRUST_PROXY: trust });
      const { email, password } = await createPerson(app);
      await sql`delete from sessions`.execute(app.db);
      const name = 'signInWithPassword';
      await post(app, proxy, { client, name, body: { email, password } });
      const { rows } = await sql`
      select (select array_agg(address) from sessions) as sessions,
        (select address from audit_origins order by event_id desc limit 1) as audit`.execute(
        app.db,
      );
      expect(rows).toEqual([{ sessions: [address], audit: address }]);
      await post(app, proxy, { client, name, body: { email, password: 'wrong' } });
      expect(log.events('request refused')).toMatchObject([{ address }]);
    },
  );

  it('lets one client who asks for many mails keep nobody else from a reset', async () => {
    const { app, proxy } = await startBehindProxy({ ...production, TRUST_PROXY: '127.0.0.1' });
    const ask = (client: string) =>
      post(app, proxy, {
        client,
        name: 'sendOobCode',
        body: { requestType: 'PASSWORD_RESET', email: newAddress() },
      });
    await Promise.all(Array.from({ length: 110 }, () => ask(busyClient)));

    expect(await ask(busyClient)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    expect(await ask(otherClient)).toBe('OK');
  });

  it('lets no client choose its own address', async () => {
    const { app, proxy, log } = await startBehindProxy({ ...production, TRUST_PROXY: '1' });
    const guess = (time: number) => ({
      client: busyClient,
      name: 'signInWithPassword',
      body: { email: newAddress(), password: 'wrong' },
      headers: { 'x-forwarded-for': `198.51.100.${time}` },
    });
    const answers: string[] = [];
    for (let time = 0; time < 70; time += 1) {
      answers.push(await post(app, proxy, guess(time)));
    }
    expect(answers.at(-1)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    expect(log.events('forwarded header ignored')).toEqual([]);
  });
});

describe('a forwarded header that no trusted proxy wrote', () => {
  it.each([
    ['no proxy is named', {}],
    ['there is no proxy', { ...production, TRUST_PROXY: '0' }],
    ['the proxy is another one', { ...production, TRUST_PROXY: '192.0.2.7' }],
  ])('is logged once, and does not count: %s', async (_words, env) => {
    const { app, proxy, log } = await startBehindProxy(env);
    const body = { email: 'nobody@example.com', password: 'wrong' };
    for (const client of [busyClient, otherClient, busyClient]) {
      await post(app, proxy, { client, name: 'signInWithPassword', body });
    }

    expect(log.events('forwarded header ignored')).toMatchObject([
      { level: 40, address: '127.0.0.1', header: 'x-forwarded-for' },
    ]);
    expect(log.text()).not.toContain(busyClient);
  });

  it('is not missed if requests come without one', async () => {
    const { app, target, log } = await startBehindProxy({});
    const body = { email: 'nobody@example.com', password: 'wrong' };
    await post(app, target, { client: busyClient, name: 'signInWithPassword', body });
    expect(log.events('forwarded header ignored')).toEqual([]);
  });
});

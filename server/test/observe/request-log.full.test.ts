import { once } from 'node:events';
import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createEventLog } from '../harness/logged-events.ts';
import { production as settings } from '../harness/production-environment.ts';
import { createOwnTestApp } from '../harness/test-app.ts';
import {
  createPerson,
  document,
  identity,
  receivedCode,
  resetPassword,
  sendOobCode,
  signIn,
} from '../harness/wire-client.ts';

const production = { ...settings, SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMITS: 'on' };

async function openLogged(env: Record<string, string> = production, level = 'info') {
  const log = createEventLog();
  const app = await createOwnTestApp({ env, logger: { ...log.logger, level } });
  return { app, lines: () => log.events('request answered'), log };
}

describe('the line about each request', () => {
  it('has call, status, result, time and length, and whose token it was', async () => {
    const { app, lines } = await openLogged();
    const { uid, email, idToken } = await createPerson(app);
    await document(app, 'GET /v1/subscriptions', { idToken });
    await identity(app, '/v1/accounts:signInWithPassword', { email, password: 'a guess' });
    const [signedUp, listed, refused] = lines();
    const ok = { level: 30, status: 200, result: 'ok' };
    expect(signedUp).toMatchObject({ ...ok, call: 'signUp', method: 'POST', uid });
    expect(listed).toMatchObject({ ...ok, call: 'listSubscriptions', method: 'GET', uid });
    expect(refused).toMatchObject({ status: 400, result: 'auth/invalid-credential', uid });
    for (const line of lines()) {
      expect(line.ms).toBeGreaterThan(0);
      expect(line.bytes).toBeGreaterThan(10);
      expect(line.reqId).toMatch(/^[0-9a-f-]{36}$/);
      expect(Object.keys(line).sort()).toEqual(
        [
          'bytes',
          'call',
          'hostname',
          'level',
          'method',
          'ms',
          'msg',
          'pid',
          'reqId',
          'result',
          'status',
          'time',
        ]
          .concat('uid' in line ? ['uid'] : [])
          .sort(),
      );
    }
  });

  it('is there for a path that cannot be decoded, and names none that is made up', async () => {
    const { app, lines, log } = await openLogged();
    for (const url of [
      '/%ff-made-up',
      '/made-up',
      '/v1/made-up?oobCode=made-up',
      '/avatars/made-up',
    ]) {
      await app.server.inject({ method: 'GET', url });
    }
    expect(lines().map(({ call, status, result }) => [call, status, result])).toEqual([
      ['unknown', 404, 'request/unknown-path'],
      ['unknown', 404, 'request/unknown-path'],
      ['unknown', 404, 'request/unknown-path'],
      ['avatar', 404, 'request/unknown-path'],
    ]);
    expect(log.text()).not.toContain('made-up');
  });

  it('names the same request and account as the line about its failure', async () => {
    const { app, lines, log } = await openLogged();
    const { uid, idToken } = await createPerson(app);
    await sql`alter table memberships rename to gone`.execute(app.db);
    const { statusCode, headers } = await document(app, 'GET /v1/subscriptions', { idToken });
    expect(statusCode).toBe(500);
    const reqId = headers['x-request-id'];
    expect(log.events('request failed')).toMatchObject([{ level: 50, reqId, uid }]);
    expect(lines().at(-1)).toMatchObject({ reqId, uid, status: 500, result: 'server/internal' });
  });

  it('tells of a client that hung up before the answer', async () => {
    const { app, lines } = await openLogged();
    const address = new URL(await app.server.listen({ host: '127.0.0.1', port: 0 }));
    await app.db.transaction().execute(async (tx) => {
      await sql`lock table accounts in access exclusive mode`.execute(tx);
      const body = JSON.stringify({ email: 'somebody@example.com', password: 'correct horse' });
      const socket = connect(Number(address.port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `POST /v1/accounts:signUp?key=${app.config.apiKey} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      await new Promise((later) => setTimeout(later, 300));
      socket.destroy();
      await expect.poll(lines).toHaveLength(1);
    });
    expect(lines()).toMatchObject([{ call: 'signUp', status: 499, result: 'aborted' }]);
  });

  it('leaves out health checks at level info, and in local mode every request', async () => {
    const { app, lines } = await openLogged();
    await app.server.inject({ method: 'GET', url: '/healthz' });
    await app.server.inject({ method: 'GET', url: '/readyz' });
    expect(lines()).toEqual([]);
    const local = await openLogged({});
    await createPerson(local.app);
    expect(local.lines()).toEqual([]);
    const open = await openLogged({}, 'debug');
    await createPerson(open.app);
    await open.app.server.inject({ method: 'GET', url: '/readyz' });
    expect(open.lines().map(({ call }) => call)).toEqual(['signUp', 'readyz']);
  });

  it('holds nothing of a person: address, password, code and tokens of a whole reset', async () => {
    const { app, log } = await openLogged({ RATE_LIMITS: 'on' }, 'trace');
    const person = await createPerson(app, 'Ada Lovelace');
    const { email } = person;
    await sendOobCode(app, { requestType: 'PASSWORD_RESET', email });
    await app.app.runJobs();
    const oobCode = await receivedCode(app, email, 'reset-password');
    const newPassword = 'another horse';
    await app.server.inject({
      method: 'GET',
      url: `/auth/action?mode=resetPassword&oobCode=${oobCode}`,
    });
    expect((await resetPassword(app, { oobCode, newPassword })).statusCode).toBe(200);
    const again = await signIn(app, { email, password: newPassword });
    await document(app, 'GET /v1/subscriptions', { idToken: again.idToken });
    await identity(app, '/v1/accounts:signInWithPassword', { email, password: 'a guess' });
    expect(log.events('request answered').length).toBeGreaterThanOrEqual(6);
    const secrets = [email, person.password, newPassword, 'a guess', oobCode, 'Lovelace'];
    const tokens = [person, again].flatMap(({ idToken, refreshToken }) => [idToken, refreshToken]);
    for (const secret of [...secrets, ...tokens, 'oobCode', app.config.apiKey]) {
      expect(log.text()).not.toContain(secret);
    }
  });
});

describe('the id of a request', () => {
  const ask = async (given: string, request: InjectOptions, env = production) => {
    const { app, lines } = await openLogged(env);
    const headers = { 'x-request-id': given, ...request.headers };
    const answer = await app.server.inject({
      ...request,
      method: 'GET',
      url: '/v1/invites',
      headers,
    });
    expect(lines().map(({ reqId }) => reqId)).toEqual([answer.headers['x-request-id']]);
    return answer.headers['x-request-id'];
  };
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.1' } };
  const own = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

  it('is that of the proxy in front, and is answered', async () => {
    expect(await ask('proxy-1234:5678', forwarded)).toBe('proxy-1234:5678');
  });

  it.each([
    ['there is no proxy in front', forwarded, { ...production, TRUST_PROXY: '0' }, 'client-12345'],
    ['no proxy has passed it on', {}, production, 'client-12345'],
    ['it is too short', forwarded, production, 'short'],
    ['it is too long', forwarded, production, 'x'.repeat(129)],
    ['it could be taken for a field of the log', forwarded, production, '", "uid":"somebody'],
  ])('is our own where %s', async (_words, request, env, given) => {
    expect(await ask(given, request, env)).toMatch(own);
  });

  it('stands in the answers of pages and failures, too', async () => {
    const { app } = await openLogged();
    for (const url of ['/signin', '/nothing.json', '/%ff', '/healthz']) {
      const { headers } = await app.server.inject({ method: 'GET', url });
      expect(headers['x-request-id'], url).toMatch(own);
    }
  });
});

describe('a line that a job logs', () => {
  it('names the job and its task', async () => {
    const log = createEventLog();
    const app = await createOwnTestApp({ logger: log.logger });
    await sql`
      insert into provider_events (id, type, customer_id, created_at, received_at)
      values ('evt_1', 'invoice.paid', null, ${app.clock.now()}, ${app.clock.now()})`.execute(
      app.db,
    );
    await sql`select graphile_worker.add_job('run-due-mails')`.execute(app.db);
    await app.app.runJobs();
    const [line] = log.events('billing backlog reported');
    expect(line).toMatchObject({ task: 'run-due-mails', job: expect.stringMatching(/^\d+$/) });
    await createPerson(app);
    const others = log.events().filter(({ msg }) => msg !== 'billing backlog reported');
    expect(others.filter((one) => 'job' in one)).toEqual([]);
  });
});

import { once } from 'node:events';
import { Agent, type ClientRequest, request as httpRequest } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { count, member } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type AppRoutes, type MailText, requireWithin, sendMail } from '../../src/for-app.ts';
import { createTeam, joinTeam, setStatus } from '../harness/factories.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { callable, document, expectRefusal, type Person } from '../harness/wire-client.ts';
import { notes } from './notes/notes.ts';

const mebibyte = 1024 * 1024;
/** A full `app/` registers other limits. */
const noteLimits = z.object({ notes: count });
/** Bytes of the body that the slow route has read. */
let readBytes = 0;
let release = () => {};

const toAdded = ({ bytes }: { readonly bytes: number }): MailText => ({
  subject: 'A file was added',
  paragraphs: [`It has ${bytes} bytes.`],
});
const mails = { en: { 'file.added': toAdded }, zh: { 'file.added': toAdded } };

const routes: AppRoutes = async (app, parts) => {
  const { db, authenticate, signAddress, environment, clock, mailer } = parts;
  const bodyLimit = 4 * mebibyte;
  app.post('/files/:subscriptionId', { bodyLimit }, async (request) => {
    const { change } = await authenticate(request, member);
    const bytes = await buffer(request.body as Readable);
    return await change(async (tx, { caller, limits }) => {
      const { rows } = await sql<{ used: number }>`
        select count(*)::int as used from app.notes`.execute(tx);
      requireWithin(noteLimits.parse(limits), 'notes', rows[0]?.used ?? 0);
      await sql`insert into app.notes (subscription_id, author_id, text)
        values (${(request.params as { subscriptionId: string }).subscriptionId}, ${caller.uid},
          ${String(bytes.length)})`.execute(tx);
      return { bytes: bytes.length, environment, at: clock.now() };
    });
  });
  app.post('/slow/:subscriptionId', { bodyLimit: 64 * mebibyte }, async (request) => {
    await authenticate(request, member);
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = new Writable({
      async write(chunk: Buffer, _encoding, next) {
        readBytes += chunk.length;
        await held;
        next();
      },
    });
    (request.body as Readable).pipe(slow);
    await once(slow, 'finish');
    return { readBytes };
  });
  app.post('/announce/:subscriptionId', async (request) => {
    const { change, client } = await authenticate(request, member);
    return await change(async (tx, { view }) => {
      const { id } = view.subscription;
      const mail = { to: { ownerOf: id }, mail: 'file.added', values: { bytes: 4 } };
      // The mails of the product in `app/` are the registered ones.
      await sendMail(tx, mail as never, { mailer, client });
      if (request.headers['content-type'] === 'text/wrong') {
        throw new Error('undone');
      }
      return {};
    });
  });
  app.get('/files/:subscriptionId/:file', async (request, reply) => {
    const { caller } = await authenticate(request, member);
    const { rows } = await sql<{ used: number }>`
      select count(*)::int as used from app.notes`.execute(db);
    return reply
      .header('cache-control', 'public, max-age=60')
      .send({ uid: caller.uid, ...rows[0] });
  });
  app.get('/address/:subscriptionId', async (request) => {
    const { caller } = await authenticate(request, member);
    const { to } = request.query as { to: `/api/${string}` };
    return { address: signAddress(to, caller) };
  });
};

const lines: string[] = [];
const stream = new Writable({
  write(chunk: Buffer, _encoding, next) {
    lines.push(String(chunk));
    next();
  },
});

let app: TestApp;
let port = 0;
beforeAll(async () => {
  app = await createTestApp({
    app: {
      appServer: { ...notes, routes, mails },
      folder: `${join(import.meta.dirname, 'notes')}/`,
    },
    logger: { level: 'debug', stream },
  });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.server.address() as AddressInfo).port;
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`truncate app.notes`.execute(app.db);
});

const countNotes = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from app.notes`.execute(app.db)).rows[0]?.n;

function send(path: string, { idToken }: Pick<Person, 'idToken'>, length?: number): ClientRequest {
  const headers = {
    authorization: `Bearer ${idToken}`,
    'content-type': 'image/png',
    ...(length !== undefined && { 'content-length': String(length) }),
  };
  return httpRequest({
    port,
    path,
    method: 'POST',
    headers,
    agent: new Agent({ keepAlive: true }),
  });
}

async function answerOf(sent: ClientRequest) {
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, body: JSON.parse(String(await buffer(response))) };
}

describe('the body of a route', () => {
  it('comes as a stream up to the route’s bound, and is stored in a change', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const sent = send(`/api/files/${subscriptionId}`, owner);
    Readable.from([Buffer.alloc(3 * mebibyte), Buffer.alloc(mebibyte)]).pipe(sent);
    const { status, body } = await answerOf(sent);
    expect([status, body.bytes]).toEqual([200, 4 * mebibyte]);
    expect(body.environment).toEqual({ APP_GREETING: 'Hello' });
    expect(await countNotes()).toBe(1);
  });

  it.each([
    ['said before', 4 * mebibyte + 1],
    ['found while it comes', undefined],
  ])('one that is too large, %s: is refused in words, and leaves nothing', async (_, length) => {
    const { owner, subscriptionId } = await createTeam(app);
    const sent = send(`/api/files/${subscriptionId}`, owner, length);
    sent.end(Buffer.alloc(4 * mebibyte + 1));
    const { status, body } = await answerOf(sent);
    expect([status, body.error.details.code]).toEqual([413, 'request/too-large']);
    expect(await countNotes()).toBe(0);
  });

  it('an upload that is broken off: leaves nothing', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    lines.length = 0;
    const sent = send(`/api/files/${subscriptionId}`, owner, 2 * mebibyte);
    sent.on('error', () => undefined).write(Buffer.alloc(mebibyte));
    await expect
      .poll(() => app.server.server.listening && sent.socket?.bytesWritten)
      .toBeGreaterThan(mebibyte);
    sent.destroy();
    await expect.poll(() => lines.join('')).toContain('"result":"aborted"');
    expect(await countNotes()).toBe(0);
    expect(lines.join('')).not.toContain('request failed');
  });

  it('one that the route reads slowly: waits at the sender', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    readBytes = 0;
    let arrived: Socket | undefined;
    app.server.server.once('connection', (socket: Socket) => {
      arrived = socket;
    });
    const sent = send(`/api/slow/${subscriptionId}`, owner, 48 * mebibyte);
    sent.end(Buffer.alloc(48 * mebibyte));
    await expect.poll(() => readBytes).toBeGreaterThan(0);
    await sleep(300);
    expect(readBytes).toBeLessThan(mebibyte);
    expect(arrived?.bytesRead).toBeLessThan(8 * mebibyte);
    release();
    expect((await answerOf(sent)).body.readBytes).toBe(48 * mebibyte);
  });

  it('a project that became unpaid, or is full, while it came: is refused inside the change', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const sent = send(`/api/files/${subscriptionId}`, owner, 2);
    sent.write('a');
    await sleep(200);
    await setStatus(app, subscriptionId, 'unpaid');
    sent.end('b');
    expect((await answerOf(sent)).body.error.details.code).toBe('subscription/unpaid');
    await setStatus(app, subscriptionId, 'active');
    const upload = async () => {
      const one = send(`/api/files/${subscriptionId}`, owner, 1);
      one.end('a');
      return (await answerOf(one)).status;
    };
    expect((await Promise.all([upload(), upload(), upload()])).toSorted()).toEqual([200, 200, 403]);
    expect(await countNotes()).toBe(2);
  });
});

it('the mail of a route: is sent with its change, and not with one that is undone', async () => {
  const { owner, subscriptionId } = await createTeam(app);
  const announce = (type: string) =>
    app.server.inject({
      method: 'POST',
      url: `/api/announce/${subscriptionId}`,
      headers: { authorization: `Bearer ${owner.idToken}`, 'content-type': type },
      payload: 'a',
    });
  expect((await announce('text/wrong')).statusCode).toBe(500);
  const added = async () =>
    (await receivedMails(app, owner.email)).filter(({ subject }) => subject === 'A file was added');
  expect(await added()).toEqual([]);
  expect((await announce('text/plain')).statusCode).toBe(200);
  const [mail, ...others] = await added();
  expect(others).toEqual([]);
  expect(mail?.text).toContain('It has 4 bytes.');
});

describe('a signed address', () => {
  async function signed(subscriptionId: string, { idToken }: Pick<Person, 'idToken'>, file = 'a') {
    const to = encodeURIComponent(`/api/files/${subscriptionId}/${file}?size=2`);
    const answer = await document(app, `GET /api/address/${subscriptionId}?to=${to}`, { idToken });
    return answer.json().address as string;
  }

  const open = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.server.inject({ method, url });

  it('opens without a token, as its person, and is kept by no cache', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const answer = await open(await signed(subscriptionId, owner));
    expect(answer.json().uid).toBe(owner.uid);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('with anything swapped: is refused', async () => {
    const team = await createTeam(app);
    const other = await joinTeam(app, team);
    const url = await signed(team.subscriptionId, team.owner);
    const others = await signed(team.subscriptionId, other);
    const [head = '', signature = ''] = url.split(/(?<=signed=[^.]*)\./);
    const [othersHead = ''] = others.split(/(?<=signed=[^.]*)\./);
    const wrong = [
      url.replace('/a?', '/b?'),
      url.replace('size=2', 'size=3'),
      url.replace('?size=2&', '?'),
      url.replace('?size=2', '?size=2&more=1'),
      `${url}&more=1`,
      `${url}&signed=${url.split('signed=')[1]}`,
      `${othersHead}.${signature}`,
      `${head}.${signature.slice(0, -2)}`,
      `${head}.`,
      `/api/files/${team.subscriptionId}/a?size=2&signed=`,
      `/api/files/${team.subscriptionId}/a?size=2&signed=e30.e30`,
    ];
    for (const address of wrong) {
      expect
        .soft((await open(address)).json().error?.details.code, address)
        .toBe('signed-address/invalid');
    }
    // The same address for another method.
    expect((await open(url, 'HEAD')).statusCode).toBe(403);
  });

  it('is over after five minutes', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const url = await signed(subscriptionId, owner);
    app.clock.advance(299_000);
    expect((await open(url)).statusCode).toBe(200);
    app.clock.advance(1_000);
    expectRefusal(await open(url), 'signed-address/expired');
  });

  it('of a person who was removed, or has signed out: opens nothing', async () => {
    const team = await createTeam(app);
    const member = await joinTeam(app, team);
    const url = await signed(team.subscriptionId, member);
    const data = { subscriptionId: team.subscriptionId, userId: member.uid };
    await callable(app, 'removeUser', { data, ...team.owner });
    expectRefusal(await open(url), 'access/denied');

    const own = await signed(team.subscriptionId, team.owner);
    await sql`delete from sessions where account_id = ${team.owner.uid}`.execute(app.db);
    expectRefusal(await open(own), 'auth/token-expired');
  });

  it('is in no line of the log, whether it opens or is refused', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const url = await signed(subscriptionId, owner);
    lines.length = 0;
    await open(url);
    await open(`${url}x`);
    await expect.poll(() => lines.join('')).toContain('signed-address/invalid');
    expect(lines.join('')).not.toContain('signed=');
    expect(lines.join('')).not.toContain(url.split('signed=')[1]);
  });

  it('below anything but /api/: is not signed', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    for (const to of [
      '/v1/subscriptions',
      '/api/../v1/x',
      '//evil.example/api/',
      '/api/x?signed=1',
    ]) {
      const path = `/api/address/${subscriptionId}?to=${encodeURIComponent(to)}` as const;
      expect.soft((await document(app, `GET ${path}`, owner)).statusCode, to).toBe(500);
    }
  });
});

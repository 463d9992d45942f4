import { EventEmitter, once } from 'node:events';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';

const host = 'Host: localhost:3000';
const browser = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8';

/** Requests that are sent byte by byte as they stand, so that nothing repairs it on the way. */
async function send(port: number, ...lines: string[]) {
  const socket = createConnection({ host: '127.0.0.1', port });
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...headerLines] = head.split('\r\n');
  const headers = Object.fromEntries(
    headerLines.map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name.toLowerCase(), value.join(': ')];
    }),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

function portOf(app: TestApp): number {
  const address = app.server.server.address();
  return typeof address === 'object' && address !== null ? address.port : expect.fail();
}

function expectSecurityHeaders(headers: Record<string, string>): void {
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
}

describe('an answer that is given before a route has the request', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    await app.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());

  const long = (count: number) => 'a'.repeat(count);

  it.each<[words: string, status: number, lines: string[]]>([
    ['to a path that is no UTF-8', 404, ['GET /%ff HTTP/1.1', host]],
    ['to such a path of the API', 404, ['POST /v1/accounts:signUp%ff HTTP/1.1', host]],
    ['to a parameter that is too long', 404, [`GET /v1/users/${long(300)} HTTP/1.1`, host]],
    ['to a file that is not there', 404, ['GET /assets/none.js HTTP/1.1', host]],
    ['to no HTTP', 400, ['HELLO']],
    ['to HTTP/2 without an agreement', 400, ['PRI * HTTP/2.0', '', 'SM']],
    ['to a broken header', 400, ['GET / HTTP/1.1', host, 'no colon']],
    ['to two lengths', 400, ['POST / HTTP/1.1', host, 'Content-Length: 1', 'Content-Length: 2']],
    ['to large headers', 431, ['GET / HTTP/1.1', host, `X-Large: ${long(20_000)}`]],
    ['to a request without a host', 400, ['GET /healthz HTTP/1.1']],
    ['to an expectation', 417, ['GET /healthz HTTP/1.1', host, 'Expect: coffee']],
    ['to the server as a whole', 404, ['OPTIONS * HTTP/1.1', host]],
    ['to a method that nothing takes', 405, ['PROPFIND / HTTP/1.1', host]],
  ])('carries the security headers: %s', async (_words, status, lines) => {
    const answer = await send(portOf(app), ...lines);
    expect(answer.status).toBe(status);
    expectSecurityHeaders(answer.headers);
  });

  it('says in the words of the API what is wrong', async () => {
    const { body, headers } = await send(portOf(app), 'GET / HTTP/1.1', `X: ${long(20_000)}`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(body)).toEqual({
      error: {
        status: 'INVALID_ARGUMENT',
        message: 'The headers of the request are too large.',
        details: { code: 'request/headers-too-large' },
      },
    });
  });

  it('still serves HTTP/1.0, which has no host', async () => {
    expect((await send(portOf(app), 'GET /healthz HTTP/1.0')).status).toBe(200);
  });

  it.each(['/%ff', '/%ff?lng=zh', '/none', '/subscription/x/none'])(
    'is the page with status 404 where a browser asks for %s',
    async (url) => {
      const page = await send(portOf(app), `GET ${url} HTTP/1.1`, host, browser);
      expect(page.status).toBe(404);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-security-policy']).toContain("script-src 'self' 'nonce-");
      expect(page.body).toContain('id="hearth-config"');
      expectSecurityHeaders(page.headers);
    },
  );

  it('is JSON if a program asks', async () => {
    const answer = await send(portOf(app), 'GET /%ff HTTP/1.1', host, 'Accept: */*');
    expect(JSON.parse(answer.body).error.details).toEqual({ code: 'request/unknown-path' });
    const posted = await send(portOf(app), 'POST /%ff HTTP/1.1', host, browser);
    expect(JSON.parse(posted.body).error.details).toEqual({ code: 'request/unknown-path' });
  });
});

it('a request that never ends is answered with the security headers, too', async () => {
  const app = await createOwnTestApp({});
  // Node looks at this so often only where it was set before it listens.
  const soon = { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 50 };
  Object.assign(app.server.server, soon);
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const body = ['Content-Type: application/json', 'Content-Length: 100'];
  const answer = await send(
    portOf(app),
    'POST /sandbox/v1/payment_methods HTTP/1.1',
    host,
    ...body,
  );
  expect(answer.status).toBe(408);
  expect(JSON.parse(answer.body).error.details).toEqual({ code: 'request/timeout' });
  expectSecurityHeaders(answer.headers);
});

it('a request on an open connection is answered while the server closes, and ends the connection', async () => {
  const app = await createOwnTestApp({});
  const gate = new EventEmitter();
  app.server.get('/held', async () => {
    gate.emit('reached');
    await once(gate, 'released');
    return 'done';
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const socket = createConnection({ host: '127.0.0.1', port: portOf(app) });
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.write(`GET /held HTTP/1.1\r\n${host}\r\n\r\n`);
  await once(gate, 'reached');
  const closed = app.server.close();
  await expect.poll(() => app.server.server.listening).toBe(false);
  socket.write(`GET /healthz HTTP/1.1\r\n${host}\r\n\r\n`);
  await once(app.server.server, 'request');
  gate.emit('released');
  await once(socket, 'close');
  await closed;

  const [, held = '', last = ''] = text.split('HTTP/1.1 200').map((part) => part.toLowerCase());
  expect(held).toContain('done');
  expect(last).toContain('x-content-type-options: nosniff');
  expect(last).toContain('connection: close');
  expect(last).toContain('{"status":"ok"}');
});

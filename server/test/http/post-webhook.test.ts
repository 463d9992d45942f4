import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { postWebhook } from '../../src/modules/server-api/webhooks/post-webhook.ts';

const strict = { allowLoopback: false, allowedHosts: [] };
const message = { headers: { 'content-type': 'application/json' }, body: '{}' };

function soon(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('Too late.', 'TimeoutError')), ms);
  return controller.signal;
}

describe('posting a webhook', () => {
  let server: Server;
  let port: number;
  let asked = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked += 1;
      if (request.url === '/endless') {
        response.writeHead(200).write('thanks, and');
      } else if (request.url === '/upgrade') {
        response.writeHead(101, { connection: 'Upgrade', upgrade: 'other' }).end();
      } else if (request.url !== '/silent') {
        response.end('thanks\0');
      }
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['an address in figures', () => `https://127.0.0.1:${port}/`],
    ['a name that leads to this machine', () => `https://localhost:${port}/`],
    ['an IPv4 address in IPv6', () => `https://[::ffff:127.0.0.1]:${port}/`],
    ['an address that is not encrypted', () => `http://localhost:${port}/`],
    ['metadata of a cloud', () => 'https://169.254.169.254/'],
  ])('never dials %s', async (_case, toUrl) => {
    const before = asked;
    const { status, answer } = await postWebhook({ ...message, url: toUrl() }, strict);
    expect(status).toBeUndefined();
    expect(answer).toMatch(/^Not a public/);
    expect(asked).toBe(before);
  });

  it('dials a private host that the operator has named', async () => {
    const url = `http://localhost:${port}/`;
    const addresses = { ...strict, allowedHosts: ['localhost'] };
    const attempt = await postWebhook({ ...message, url }, addresses);
    expect(attempt).toEqual({ status: 200, answer: 'thanks', ms: expect.any(Number) });
  });

  it('says why nobody answers', async () => {
    const addresses = { ...strict, allowLoopback: true };
    const { status, answer } = await postWebhook(
      { ...message, url: 'http://127.0.0.1:1/' },
      addresses,
    );
    expect([status, answer]).toEqual([undefined, expect.stringContaining('ECONNREFUSED')]);
  });

  it('an answer that changes the protocol: is a failure with its status', async () => {
    const addresses = { ...strict, allowLoopback: true };
    const url = `http://127.0.0.1:${port}/upgrade`;
    const { status } = await postWebhook({ ...message, url }, addresses);
    expect(status).toBe(101);
  });

  it('an answer without an end: counts by its status, with what came of it', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce(() => soon(500));
    const addresses = { ...strict, allowLoopback: true };
    const url = `http://127.0.0.1:${port}/endless`;
    const attempt = await postWebhook({ ...message, url }, addresses);
    expect(attempt).toMatchObject({ status: 200, answer: 'thanks, and' });
  });

  it('waits ten seconds for an answer', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce(() => soon(500));
    const addresses = { ...strict, allowLoopback: true };
    const url = `http://127.0.0.1:${port}/silent`;
    const { status, answer } = await postWebhook({ ...message, url }, addresses);
    expect(timeout).toHaveBeenLastCalledWith(10_000);
    expect([status, answer]).toEqual([undefined, 'No answer within 10 seconds.']);
  });
});

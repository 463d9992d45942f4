import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { createOwnTestApp } from '../harness/test-app.ts';
import { metricsToken } from './metrics-reader.ts';

describe('/metrics on the port of the product', () => {
  const get = async (env: Record<string, string>, headers: Record<string, string> = {}) => {
    const { server } = await createOwnTestApp({ env });
    return await server.inject({ method: 'GET', url: '/metrics', headers });
  };

  it('does not exist without METRICS_TOKEN, not even for a browser or for this machine', async () => {
    for (const accept of ['*/*', 'text/html']) {
      const answer = await get({}, { accept, authorization: `Bearer ${metricsToken}` });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.details).toEqual({ code: 'request/unknown-path' });
    }
    const withPort = await get({ METRICS_PORT: String(await freePort()) });
    expect(withPort.statusCode).toBe(404);
  });

  it('answers the token, uncached, in the format of Prometheus', async () => {
    const authorization = `Bearer ${metricsToken}`;
    const answer = await get({ METRICS_TOKEN: metricsToken }, { authorization });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4; charset=utf-8$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('\nhearth_database_up 1\n');
  });

  it.each([
    ['none', {}],
    ['the beginning of it', { authorization: `Bearer ${metricsToken.slice(0, -1)}` }],
    ['a longer one', { authorization: `Bearer ${metricsToken}x` }],
    ['it as a password', { authorization: `Basic ${btoa(`prometheus:${metricsToken}`)}` }],
    ['none, but the address of this machine', { 'x-forwarded-for': '127.0.0.1' }],
  ])('refuses every other token: %s', async (_words, headers) => {
    const answer = await get({ METRICS_TOKEN: metricsToken }, headers);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.body).not.toContain('hearth_');
  });
});

describe('/metrics on METRICS_PORT', () => {
  it('needs no token and answers this machine only, by its own names only', async () => {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const env = { PORT: String(port), METRICS_PORT: String(metricsPort) };
    const { app } = await createOwnTestApp({ env });
    await app.listen();
    const origin = `http://127.0.0.1:${metricsPort}`;
    const answer = await fetch(`${origin}/metrics`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('\nhearth_database_up 1\n');
    expect((await fetch(`${origin}/healthz`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);

    const [foreign] = Object.values(networkInterfaces())
      .flat()
      .filter((one) => one?.family === 'IPv4' && !one.internal);
    if (foreign) {
      await expect(fetch(`http://${foreign.address}:${metricsPort}/metrics`)).rejects.toThrow();
    }
    expect(await statusFor(metricsPort, 'evil.example')).toBe(403);
    expect(await statusFor(metricsPort, `localhost:${metricsPort}`)).toBe(200);
  });
});

/** Asks like a browser that took the name from a page. */
async function statusFor(port: number, host: string): Promise<number | undefined> {
  const asked = request({ port, host: '127.0.0.1', path: '/metrics', headers: { host } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

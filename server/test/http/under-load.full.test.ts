import { expect, it } from 'vitest';
import { createOwnTestApp } from '../harness/test-app.ts';
import { expectIdentityRefusal, expectRefusal, identity } from '../harness/wire-client.ts';
import { metricsToken } from '../observe/metrics-reader.ts';

/** Such a process: between two turns of the event loop there is always more than a microsecond. */
const createBusyApp = () =>
  createOwnTestApp({ env: { METRICS_TOKEN: metricsToken }, slowestEventLoopMs: 0.001 });

it('a process that is too busy refuses in the words of each dialect, and says when to try again', async () => {
  const app = await createBusyApp();
  const read = () => app.server.inject({ url: '/config.json' });
  await expect.poll(async () => (await read()).statusCode).toBe(503);
  const document = await read();
  expectRefusal(document, 'server/busy');
  const signUp = await identity(app, '/v1/accounts:signUp', {});
  expectIdentityRefusal(signUp, 'server/busy');
  for (const { statusCode, headers } of [document, signUp]) {
    expect(statusCode).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
  }
});

it('a process that is too busy refuses calls, and still shows the page and tells machines how it is', async () => {
  const app = await createBusyApp();
  const headers = { authorization: `Bearer ${metricsToken}` };
  const read = async (url: string) => (await app.server.inject({ url, headers })).statusCode;
  await expect.poll(() => read('/config.json')).toBe(503);
  expect(await read('/healthz')).toBe(200);
  expect(await read('/metrics')).toBe(200);
  expect(await read('/signin')).toBe(200);
  expect(await read('/assets/main-abc123.js')).toBe(200);
  expect(await read('/config.json')).toBe(503);
});

import { expect, it } from 'vitest';
import { createOwnTestApp } from '../harness/test-app.ts';
import { metricsToken } from '../observe/metrics-reader.ts';

it('a process that is too busy refuses calls, and still shows the page and tells machines how it is', async () => {
  // Between two turns of the event loop there is always more than a microsecond.
  const app = await createOwnTestApp({
    env: { METRICS_TOKEN: metricsToken },
    slowestEventLoopMs: 0.001,
  });
  const headers = { authorization: `Bearer ${metricsToken}` };
  const read = async (url: string) => (await app.server.inject({ url, headers })).statusCode;
  await expect.poll(() => read('/config.json')).toBe(503);
  expect(await read('/healthz')).toBe(200);
  expect(await read('/metrics')).toBe(200);
  expect(await read('/signin')).toBe(200);
  expect(await read('/assets/main-abc123.js')).toBe(200);
  expect(await read('/config.json')).toBe(503);
});

import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { emptyBucket } from '../billing/support/card-limits.ts';
import { createSignInApp, frontEnd } from '../harness/hosted-sign-in.ts';
import type { TestApp, TestSettings } from '../harness/test-app.ts';

async function openApp(settings?: TestSettings): Promise<TestApp> {
  const app = await createSignInApp(settings);
  onTestFinished(() => app.close());
  return app;
}

/** Asks for tokens as a page of this origin does. A browser lets pages of the `allowed` origin read the answer. */
async function askForTokens(app: TestApp, origin: string) {
  const answer = await fetch(`${app.config.publicUrl}/oauth/token`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' }),
    signal: AbortSignal.timeout(20_000),
  });
  return {
    status: answer.status,
    allowed: answer.headers.get('access-control-allow-origin'),
    body: await answer.json(),
  };
}

it('a client’s page can read that the process is too busy, and no other page can', async () => {
  // Between two turns of the event loop there is always more than a microsecond.
  const app = await openApp({ slowestEventLoopMs: 0.001 });
  const busy = { status: 503, body: { error: 'temporarily_unavailable' } };
  await expect.poll(() => askForTokens(app, frontEnd)).toEqual({ ...busy, allowed: frontEnd });
  expect(await askForTokens(app, 'https://evil.example')).toEqual({ ...busy, allowed: null });
});

it('a request for tokens is answered when the signing key cannot be read', async () => {
  const app = await openApp();
  await sql`alter table signing_keys rename to signing_keys_away`.execute(app.db);
  app.clock.advance(31_000);
  expect(await askForTokens(app, frontEnd)).toEqual({
    status: 500,
    allowed: frontEnd,
    body: { error: 'server_error' },
  });
});

it('a client’s page can read that its network asks too often', async () => {
  const app = await openApp({ env: { RATE_LIMITS: 'on' } });
  expect(await askForTokens(app, frontEnd)).toMatchObject({ status: 400 });
  await emptyBucket(app, { key: 'oauth token 127.0.0.1', burst: 600, everyMs: 20 });
  expect(await askForTokens(app, frontEnd)).toEqual({
    status: 429,
    allowed: frontEnd,
    body: { error: 'temporarily_unavailable' },
  });
});

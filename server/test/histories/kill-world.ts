import { sql } from 'kysely';
import { inject } from 'vitest';
import { settle } from '../billing/support/payment-scenes.ts';
import { at, toUrl } from '../harness/postgres.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { createTestApp } from '../harness/test-app.ts';
import { newPlanted } from './planted.ts';
import { readSandbox } from './stripe/stripe-books.ts';
import type { World, WorldAnswer, WorldCall } from './world.ts';

/** The built product as a process of its own, on a PostgreSQL that survives it, with the Stripe emulator in both. */
export interface KillableWorld extends World {
  kill(): Promise<void>;
  start(): Promise<void>;
}

const nobodyAnswers = '{"error":{"details":{"code":"server/internal"}}}';
const noAnswer: WorldAnswer = {
  statusCode: 500,
  body: nobodyAnswers,
  json: () => JSON.parse(nobodyAnswers),
};

/** An app in this process looks on, on the same database; it takes no calls. */
export async function openKillableWorld(port: number): Promise<KillableWorld> {
  const app = await createTestApp({ logger: false });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  const env = {
    DATABASE_URL: toUrl(at(inject('postgres'), rows[0]?.name ?? '')),
    // Both have one issuer, or the product would refuse tokens of the app in this process.
    PUBLIC_URL: app.config.publicUrl,
    RATE_LIMITS: 'off',
    PAYMENT_PROVIDER: 'sandbox',
  };
  let product: RunningProduct;
  const start = async () => {
    product = spawnProduct({ dataDir: app.config.dataDir, port, env });
    await untilReady(product);
  };
  const post = (path: string, init: RequestInit) =>
    fetch(`${product.origin}${path}`, {
      method: 'POST',
      signal: AbortSignal.timeout(30_000),
      ...init,
    });
  const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
    post(path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  /** Like Stripe's script in a browser, which gives up where nobody answers. */
  const askSandbox = (path: string, params: Record<string, string>) =>
    post(`/sandbox${path}`, {
      headers: { authorization: 'Bearer pk_test_sandbox' },
      body: new URLSearchParams(params),
    }).then(
      () => undefined,
      () => undefined,
    );
  await start();
  return {
    app,
    isShaky: true,
    planted: newPlanted(),
    async call(name: string, { data, idToken, headers }: WorldCall) {
      const path = `/functions/${app.config.product.region}/${name}`;
      try {
        const answer = await ask(
          path,
          { data },
          { authorization: `Bearer ${idToken}`, ...headers },
        );
        const body = await answer.text();
        return { statusCode: answer.status, body, json: () => JSON.parse(body) };
      } catch {
        return noAnswer;
      }
    },
    readBooks: () => readSandbox(app),
    async advance(ms) {
      app.clock.advance(ms);
      const answer = await ask('/dev/clock', { advanceMs: ms });
      if (!answer.ok) {
        throw new Error(await answer.text());
      }
    },
    settle: () => settle(app),
    async addCard({ clientSecret, testId }) {
      const [id] = clientSecret.split('_secret_');
      const params = { client_secret: clientSecret, payment_method: testId };
      await askSandbox(`/v1/setup_intents/${id}/confirm`, params);
    },
    answer: ({ clientSecret, success }) =>
      askSandbox('/_browser/authenticate', {
        client_secret: clientSecret,
        agreed: String(success),
      }),
    tamper: async () => undefined,
    calm: async () => undefined,
    kill: () => product.kill(),
    start,
    async close() {
      await product.stop();
      await app.close();
    },
  };
}

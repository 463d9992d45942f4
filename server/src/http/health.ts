import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { IdTokens } from '../modules/identity/index.ts';
import { refuse } from '../platform/refusal.ts';
import type { Database } from '../platform/transaction.ts';

interface Health {
  readonly db: Database;
  readonly idTokens: IdTokens;
}

/** What machines ask: is it alive, can it serve, which keys sign its tokens. */
export function registerHealth(app: FastifyInstance, { db, idTokens }: Health): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await sql`select 1`.execute(db).catch(() => refuse('server/unavailable'));
    return { status: 'ready' };
  });
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    return { keys: await idTokens.publicKeys() };
  });
}

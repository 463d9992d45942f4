import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { refuse } from '../platform/refusal.ts';
import type { Database } from '../platform/transaction.ts';

interface Health {
  readonly db: Database;
}

/** Answers machines: is the process alive, can it serve. */
export function registerHealth(app: FastifyInstance, { db }: Health): void {
  app.get('/healthz', { config: { call: 'healthz' } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { call: 'readyz' } }, async () => {
    await sql`select 1`.execute(db).catch(() => refuse('server/unavailable'));
    return { status: 'ready' };
  });
}

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { refuse } from '../platform/refusal.ts';
import type { Database } from '../platform/transaction.ts';

interface Health {
  readonly db: Database;
}

/** Exempts a route from the answer that a busy process gives to all others: machines ask about load, and pages tell people of it in words. */
export const alsoUnderLoad = { pressureHandler: () => undefined };

/** Answers machines: is the process alive, can it serve. */
export function registerHealth(app: FastifyInstance, { db }: Health): void {
  app.get('/healthz', { config: { call: 'healthz', ...alsoUnderLoad } }, async () => ({
    status: 'ok',
  }));
  app.get('/readyz', { config: { call: 'readyz' } }, async () => {
    await sql`select 1`.execute(db).catch(() => refuse('server/unavailable'));
    return { status: 'ready' };
  });
}

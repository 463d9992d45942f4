import type { FastifyInstance } from 'fastify';
import { requireWrites } from '../platform/database.ts';
import { refuse, refuseIf } from '../platform/refusal.ts';
import type { Database } from '../platform/transaction.ts';

/** `draining` and `closing` end each connection with its answer; `settling` lets proxies keep theirs. */
export type Stage = 'running' | 'draining' | 'settling' | 'closing';

/** Exempts a route from the answer that a busy process gives to all others: machines ask about load, and pages tell people of it in words. */
export const alsoUnderLoad = { alsoUnderLoad: true };

/** Answers machines: is the process alive, can it serve. */
export function registerHealth(
  app: FastifyInstance,
  { db, stage }: { readonly db: Database; readonly stage: () => Stage },
): void {
  app.get('/healthz', { config: { call: 'healthz', ...alsoUnderLoad } }, async () => ({
    status: 'ok',
  }));
  app.get('/readyz', { config: { call: 'readyz' } }, async () => {
    refuseIf(stage() !== 'running', 'server/stopping');
    await requireWrites(db).catch(() => refuse('server/unavailable'));
    return { status: 'ready' };
  });
}

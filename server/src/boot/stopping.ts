import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Stage } from '../http/health.ts';

/** Proxies that are told nothing by `/readyz` open connections for each request while answers end them. */
const settlingMs = 1_000;

/** Longer than the proxies of `deploy/` keep a connection that nothing is asked on. */
const longestIdleMs = 3_500;

/** How long a stop waits for requests that are under way. */
const shutdownTimeoutMs = 7_000;

/** Turns of the event loop that are waited for at most; some hundred milliseconds. */
const mostTurns = 1_000;
const shortTurnMs = 0.2;

interface Stopping {
  readonly stage: () => Stage;
  drain(seconds: number): Promise<void>;
  close(others: readonly Promise<void>[]): Promise<void>;
}

/** Stops servers so that no request is lost behind proxies that have another one to ask. */
export function createStopping(servers: () => readonly FastifyInstance[]): Stopping {
  let stage: Stage = 'running';
  return {
    stage: () => stage,
    async drain(seconds) {
      const all = servers().map(({ server }) => server);
      stage = 'draining';
      await sleep(seconds * 1_000);
      stage = 'settling';
      await sleep(settlingMs);
      const closed = all.map((server) => once(server, 'close'));
      await Promise.all(all.map(stopListening));
      stage = 'closing';
      await Promise.race([Promise.all(closed), sleep(longestIdleMs)]);
    },
    async close(others) {
      stage = 'closing';
      await closeAll(servers(), others);
    },
  };
}

/**
 * The system accepts connections before Node, which takes one in each turn of its event loop. Waits for a turn that
 * takes none, since a close would reset the others.
 */
async function stopListening(server: Server): Promise<void> {
  let taken = 0;
  server.on('connection', () => {
    taken += 1;
  });
  for (let turn = 0, isQuiet = false; turn < mostTurns && !isQuiet; turn += 1) {
    const [before, startedMs] = [taken, performance.now()];
    await nextTurn();
    isQuiet = taken === before && performance.now() - startedMs < shortTurnMs;
  }
  // The HTTP server's own one closes idle connections, on which a request may be on its way.
  NetServer.prototype.close.call(server);
}

async function closeAll(
  listeners: readonly FastifyInstance[],
  others: readonly Promise<void>[],
): Promise<void> {
  const deadline = setTimeout(
    () => listeners.map(({ server }) => server.closeAllConnections()),
    shutdownTimeoutMs,
  );
  // A connection that was kept open for the next request is idle only after its last answer.
  const sweep = setInterval(
    () => listeners.map(({ server }) => server.closeIdleConnections()),
    100,
  );
  await Promise.all([...others, ...listeners.map((listener) => listener.close())]);
  clearInterval(sweep);
  clearTimeout(deadline);
}

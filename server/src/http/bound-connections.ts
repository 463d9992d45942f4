import type { FastifyInstance } from 'fastify';

/** Descriptors of everything but visitors: Node, the log, the database, jobs, mails, webhooks. */
const ownDescriptors = 128;
/** A connection, and the file or the connection to another server that its answer may need. */
const descriptorsOfVisitor = 2;
const fewestConnections = 16;
const logPauseMs = 60_000;

/** Connections that each of some servers may hold open, so that descriptors never run out. */
export function toMostConnections(openFiles: number | null, servers: number): number | undefined {
  if (openFiles === null) {
    return undefined;
  }
  const visitors = (openFiles - ownDescriptors) / descriptorsOfVisitor / servers;
  return Math.max(fewestConnections, Math.floor(visitors));
}

interface Bounds {
  /** Undefined where the system does not tell its limit. */
  readonly most: number | undefined;
  readonly onRefused: () => void;
}

/** Closes connections beyond the bound, and outlives those that the system does not let it accept. */
export function boundConnections(
  { server, log }: FastifyInstance,
  { most, onRefused }: Bounds,
): void {
  if (most !== undefined) {
    server.maxConnections = most;
  }
  let quietUntil = 0;
  const atMostOnceAMinute = (work: () => void) => {
    if (performance.now() >= quietUntil) {
      quietUntil = performance.now() + logPauseMs;
      work();
    }
  };
  server.on('drop', () => {
    onRefused();
    atMostOnceAMinute(() => log.warn({ most }, 'connection refused'));
  });
  // Until then an error is the failed start. One connection that cannot be accepted is many errors.
  server.once('listening', () => {
    server.on('error', (error) =>
      atMostOnceAMinute(() => {
        onRefused();
        log.error({ err: error }, 'connection not accepted');
      }),
    );
  });
}

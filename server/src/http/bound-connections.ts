import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { toNetwork } from '../modules/identity/index.ts';

/** Descriptors of everything but visitors: Node, the log, the database, jobs, mails, webhooks. */
const ownDescriptors = 128;
/** A connection, and the file or the connection to another server that its answer may need. */
const descriptorsOfVisitor = 2;
const fewestConnections = 16;
/** Networks that it takes to hold all connections. */
const visitorsAtLeast = 4;
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
  /** Undefined if the system does not tell its limit. */
  readonly most: number | undefined;
  /** Whether visitors connect directly, so that one of them must not hold most of the connections. */
  readonly isDirect: boolean;
  readonly onRefused: () => void;
}

/** Closes connections beyond the bound, and outlives those that the system does not let it accept. */
export function boundConnections(
  { server, log }: FastifyInstance,
  { most, isDirect, onRefused }: Bounds,
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
  const noteRefused = () => {
    onRefused();
    atMostOnceAMinute(() => log.warn({ most }, 'connection refused'));
  };
  server.on('drop', noteRefused);
  if (most !== undefined && isDirect) {
    boundNetworks(server, Math.ceil(most / visitorsAtLeast), noteRefused);
  }
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

function boundNetworks(server: Server, most: number, onRefused: () => void): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const network = toNetwork(socket.remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    if (count > most) {
      onRefused();
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      return left === 0 ? open.delete(network) : open.set(network, left);
    });
  });
}

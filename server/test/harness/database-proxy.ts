import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket, connect as tcpConnect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '../../src/platform/database.ts';

/**
 * `silent` keeps all bytes back until the network is `open` again. `vanish` drops them, and connections
 * that were open stay silent ever after, as when a host was replaced by another one.
 */
export type ProxyMode = 'open' | 'refuse' | 'silent' | 'vanish' | 'slow';

export interface DatabaseProxy {
  /** The same database, through the proxy. */
  readonly location: { readonly connectionString: string };
  readonly port: number;
  /** `refuse` also cuts the connections that are open. */
  set(mode: ProxyMode): void;
  close(): Promise<void>;
}

const slowMs = 300;

/** Stands between the product and PostgreSQL, and lets the network fail. */
export async function openDatabaseProxy(target: DatabaseLocation): Promise<DatabaseProxy> {
  let mode: ProxyMode = 'open';
  let opened = () => {};
  let whenOpen = Promise.resolve();
  const pairs = new Set<{ readonly near: Socket; readonly far: Socket; isDead: boolean }>();
  const server = createServer((near) => {
    if (mode === 'refuse') {
      near.resetAndDestroy();
      return;
    }
    const pair = { near, far: connectTo(target), isDead: mode === 'vanish' };
    pairs.add(pair);
    const pass = (from: Socket, to: Socket) => {
      let passing: Promise<unknown> = Promise.resolve();
      const then = (act: () => void) => {
        passing = passing
          .then(() => (mode === 'slow' ? sleep(slowMs) : whenOpen))
          .then(() => pair.isDead || act());
      };
      from.on('data', (bytes) => then(() => to.write(bytes)));
      from.on('error', () => undefined);
      from.on('close', () => then(() => to.destroy()));
    };
    pass(near, pair.far);
    pass(pair.far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    location: { connectionString: through(target, port) },
    port,
    set(next) {
      mode = next;
      opened();
      if (next === 'silent') {
        whenOpen = new Promise((resolve) => {
          opened = resolve;
        });
      }
      for (const pair of pairs) {
        pair.isDead ||= next === 'vanish';
        if (next === 'refuse') {
          destroy(pair);
        }
      }
    },
    async close() {
      for (const pair of pairs) {
        destroy(pair);
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function destroy({ near, far }: { readonly near: Socket; readonly far: Socket }): void {
  near.destroy();
  far.destroy();
}

function connectTo(target: DatabaseLocation): Socket {
  if ('connectionString' in target) {
    const { hostname, port, searchParams } = new URL(target.connectionString);
    const folder = searchParams.get('host');
    const at = Number(searchParams.get('port') ?? (port || 5432));
    return folder?.startsWith('/')
      ? tcpConnect(`${folder}/.s.PGSQL.${at}`)
      : tcpConnect(at, hostname);
  }
  const port = 'port' in target ? Number(target.port) : 5432;
  return tcpConnect(`${target.host}/.s.PGSQL.${port}`);
}

function through(target: DatabaseLocation, port: number): string {
  if ('connectionString' in target) {
    const url = new URL(target.connectionString);
    url.searchParams.delete('host');
    url.searchParams.delete('port');
    url.hostname = '127.0.0.1';
    url.port = String(port);
    return url.href;
  }
  return `postgres://${target.user}@127.0.0.1:${port}/${target.database}`;
}

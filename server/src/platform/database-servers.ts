/** One PostgreSQL of an address that names several. */
export interface DatabaseServer {
  readonly host: string;
  readonly port: number;
}

export interface DatabaseAddress {
  /** For pg: names one server, and the meaning of `sslmode` in libpq. */
  readonly connectionString: string;
  /** In the order of the address. */
  readonly servers: readonly DatabaseServer[];
  /** A server that takes no writes, such as a standby, is passed over. */
  readonly needsWrites: boolean;
}

const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i;
const usualPort = 5432;

/** Reads an address as libpq does; pg knows neither several servers nor `target_session_attrs`. */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const [, head = '', authority = '', rest = ''] = parts.exec(text) ?? [];
  const urls = authority.split(',').map((one) => new URL(`${head}${one}${rest}`));
  const [url = new URL(text)] = urls;
  const query = url.searchParams;
  const servers = listNamed(query, url.port) ?? urls.map(toServer);
  const attributes = query.get('target_session_attrs') ?? 'any';
  query.delete('target_session_attrs');
  if (servers.length > 1) {
    query.delete('host');
    query.delete('port');
  }
  // Without it pg takes these for verify-full; `no-verify` is a word of pg alone.
  if (/^(prefer|require|verify-ca)$/.test(query.get('sslmode') ?? '')) {
    query.set('uselibpqcompat', 'true');
  }
  return {
    connectionString: url.href,
    servers,
    needsWrites: servers.length > 1 || attributes !== 'any',
  };
}

/** Fault of an address that this program cannot use; undefined if there is none. */
export function findAddressFault(text: string): string | undefined {
  const [, head, authority = '', rest] = parts.exec(text) ?? [];
  const urls = authority.split(',').map((one) => `${head}${one}${rest}`);
  if (head === undefined || !urls.every((one) => URL.canParse(one))) {
    return 'must be a PostgreSQL address: postgres://user:password@host/database.';
  }
  const query = new URL(urls[0] ?? text).searchParams;
  const attributes = query.get('target_session_attrs') ?? 'any';
  if (!['any', 'read-write', 'primary'].includes(attributes)) {
    return 'target_session_attrs must be read-write or primary, since Hearth writes.';
  }
  return query.get('sslmode') === 'verify-ca' && !query.get('sslrootcert')
    ? 'sslmode=verify-ca needs sslrootcert=<file>; verify-full also knows the authorities of the system.'
    : undefined;
}

function listNamed(query: URLSearchParams, urlPort: string): DatabaseServer[] | undefined {
  const ports = (query.get('port') ?? urlPort).split(',');
  return query
    .get('host')
    ?.split(',')
    .map((host, index) => ({ host, port: Number(ports[index] ?? ports[0]) || usualPort }));
}

function toServer({ hostname, port }: URL): DatabaseServer {
  const host = decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1');
  return { host, port: Number(port) || usualPort };
}

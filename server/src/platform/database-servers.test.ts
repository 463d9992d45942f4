import { describe, expect, it } from 'vitest';
import { findAddressFault, readDatabaseAddress } from './database-servers.ts';

describe('an address of the database', () => {
  it.each([
    ['postgres://u:p@one:6543/db', 'one:6543'],
    ['postgres://u:p@one/db', 'one:5432'],
    ['postgresql://u:p%40x@one,two:6432/db', 'one:5432 two:6432'],
    ['postgres://u@[::1]:5433,[fe80::1]/db', '::1:5433 fe80::1:5432'],
    ['postgres://u@localhost/db?host=%2Frun%2Fa', '/run/a:5432'],
    ['postgres:///db?host=one,two&port=6543', 'one:6543 two:6543'],
    ['postgres:///db?host=one,two&port=1,2', 'one:1 two:2'],
  ])('%s: names %s', (text, servers) => {
    expect(findAddressFault(text)).toBe(undefined);
    const found = readDatabaseAddress(text).servers.map(({ host, port }) => `${host}:${port}`);
    expect(found.join(' ')).toBe(servers);
  });

  it.each([
    ['postgres://one/db', false],
    ['postgres://one/db?target_session_attrs=any', false],
    ['postgres://one/db?target_session_attrs=read-write', true],
    ['postgres://one/db?target_session_attrs=primary', true],
    ['postgres://one,two/db', true],
  ])('%s: needs a server that takes writes: %s', (text, needsWrites) => {
    expect(readDatabaseAddress(text).needsWrites).toBe(needsWrites);
    expect(readDatabaseAddress(text).connectionString).not.toContain('target_session_attrs');
  });

  it.each(['prefer', 'require', 'verify-ca'])(
    'sslmode=%s: means what it means in libpq',
    (mode) => {
      const { connectionString } = readDatabaseAddress(`postgres://one/db?sslmode=${mode}`);
      expect(new URL(connectionString).searchParams.get('uselibpqcompat')).toBe('true');
    },
  );

  it.each(['disable', 'verify-full', 'no-verify'])('sslmode=%s: is left to pg', (mode) => {
    const text = `postgres://one/db?sslmode=${mode}`;
    expect(readDatabaseAddress(text).connectionString).toBe(text);
  });

  it.each([
    ['mysql://one/db', /PostgreSQL address/],
    ['postgres://one:port/db', /PostgreSQL address/],
    ['postgres://one,two:99999/db', /PostgreSQL address/],
    ['postgres://one/db?target_session_attrs=standby', /target_session_attrs must be/],
    ['postgres://one/db?sslmode=verify-ca', /needs sslrootcert/],
  ])('%s: is refused in a sentence', (text, sentence) => {
    expect(findAddressFault(text)).toMatch(sentence);
  });
});

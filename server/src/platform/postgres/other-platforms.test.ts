import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeFolder } from '../../../test/harness/make-folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findInstalledBinaries } from './postgres-binaries.ts';

const quiet = { log: () => undefined, onLost: () => undefined };

describe('the built-in PostgreSQL on another platform', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('without the loader that its programs name, as on Alpine, names DATABASE_URL', async () => {
    const folder = makeFolder('musl');
    const binariesDir = join(folder, 'native');
    await cp(findInstalledBinaries(), binariesDir, { recursive: true });
    const program = join(binariesDir, 'bin/postgres');
    const bytes = await readFile(program);
    const loader = /\/lib(?:64)?\/ld-linux[\w.-]+/.exec(bytes.toString('latin1'))?.[0] ?? '';
    expect(loader).not.toBe('');
    bytes.write(loader.replace('/ld-', '/no-'), bytes.indexOf(loader), 'latin1');
    await writeFile(program, bytes);
    await chmod(program, 0o755);
    const dataDir = join(folder, 'data');
    await expect(startEmbeddedPostgres({ dataDir, binariesDir, ...quiet })).rejects.toThrow(
      'Set DATABASE_URL to a PostgreSQL 14 or newer.',
    );
  });

  it('that has no programs for it, as Windows, names DATABASE_URL', async () => {
    const windows = Object.create(process, { platform: { value: 'win32' } });
    vi.stubGlobal('process', windows);
    const dataDir = join(makeFolder('windows'), 'data');
    await expect(startEmbeddedPostgres({ dataDir, ...quiet })).rejects.toThrow(
      /^There is no built-in PostgreSQL for win32-\w+\. .* set DATABASE_URL to a PostgreSQL 14/,
    );
  });
});

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const sdk = join(import.meta.dirname, '..');
const mostBytes = 15_000;

it('is packed in 15 kB', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-sdk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: sdk });
  const [file = ''] = await readdir(folder);
  expect(file).toMatch(/\.tgz$/);
  const { size } = await stat(join(folder, file));
  // Without the code it would be smaller still.
  expect(size).toBeGreaterThan(4_000);
  expect(size).toBeLessThanOrEqual(mostBytes);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFrontPages } from './front-pages.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-front-'));
});
afterAll(() => rm(folder, { recursive: true }));

const siteOf = (web: string) => ({
  folders: { web, migrations: '', api: '' },
  otherLanguages: {},
});

it('a web that is not built: the start says how to build it', async () => {
  await expect(readFrontPages(siteOf(join(folder, 'nothing')))).rejects.toThrow(
    'The web is not built. Run: npm run build',
  );
});

it('a start: loads nothing that only a visit needs', async () => {
  await mkdir(join(folder, 'server'));
  const file = join(folder, 'server/front.mjs');
  await writeFile(file, 'globalThis.loadedFront = true; export const drawFront = async () => "";');
  await readFrontPages(siteOf(folder));
  expect(globalThis).not.toHaveProperty('loadedFront');
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPageStarts } from './page-preloads.ts';

let folder = '';

const screen = (name: string) => ({
  code: [`/${name}.js`],
  words: { en: [`/${name}-en.js`], zh: [`/${name}-zh.js`] },
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-preloads-'));
  const preloads = {
    outside: { '/': screen('front'), '/signin': screen('sign-in'), '/invite': screen('invite') },
    inside: {
      '/': screen('dashboard'),
      '/subscription/:id': screen('overview'),
      '/subscription/:id/billing/invoices/:invoice': screen('invoice'),
      '/subscription/:id/*': screen('app'),
    },
  };
  await writeFile(join(folder, 'preloads.json'), JSON.stringify(preloads));
});

afterAll(() => rm(folder, { recursive: true }));

async function startOf(path: string, hasSession: boolean) {
  const findStart = await readPageStarts(folder, true);
  const { links, ...start } = findStart({ path, language: 'en', hasSession });
  const [, file] = /href="\/([a-z-]+)\.js"/.exec(links) ?? [];
  return { file, ...start };
}

it.each([
  ['/', 'dashboard'],
  ['/subscription/s1', 'overview'],
  ['/subscription/s1/billing/invoices/i1', 'invoice'],
  ['/subscription/s1/tasks', 'app'],
])('%s with a session: files of its screen, and the frame', async (path, file) => {
  expect(await startOf(path, true)).toEqual({ file, first: 'frame' });
});

it.each(['/subscription/s1', '/subscription/s1/billing/invoices/i1', '/subscription/s1/tasks'])(
  '%s without a session: files of the sign-in, where the visitor is sent',
  async (path) => {
    expect(await startOf(path, false)).toEqual({ file: 'sign-in', first: 'bar' });
  },
);

it('/ without a session: the page about the product', async () => {
  expect(await startOf('/', false)).toEqual({ file: 'front', first: 'front' });
});

it.each([true, false])('/invite, has a session: %s: no frame', async (has) => {
  expect(await startOf('/invite', has)).toEqual({ file: 'invite', first: 'bar' });
});

it('unknown address: names nothing', async () => {
  expect((await startOf('/no-such-page', true)).file).toBeUndefined();
});

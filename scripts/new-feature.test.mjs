import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newFeature } from './new-feature.mjs';
import { root } from './run-command.mjs';
import { shippedApp } from './shipped-app.mjs';

const shared = ['contract/index.ts', 'server/index.ts', 'web/index.ts', 'web/locales/en.ts'];
const own = ['contract/tasks/tasks.ts', 'server/migrations/0001-tasks.sql', 'test/tasks.test.ts'];

let app;

const read = (name) => readFile(join(app, name), 'utf8');
const readExample = (name) => readFile(join(root, 'examples/tasks', name), 'utf8');

beforeEach(async () => {
  app = await mkdtemp(join(tmpdir(), 'hearth-new-'));
  for (const folder of ['contract', 'server/migrations', 'test', 'web/locales']) {
    await mkdir(join(app, folder), { recursive: true });
  }
  for (const [name, text] of Object.entries(shippedApp)) {
    await writeFile(join(app, name), text);
  }
});
afterEach(() => rm(app, { recursive: true }));

describe('npm run new feature', () => {
  it('task, in an app/ as it is shipped: is examples/tasks', async () => {
    const { left } = await newFeature({ root, app, noun: 'task', label: '任务' });
    expect(left).toEqual([]);
    for (const name of [...shared, 'web/locales/zh.ts', 'test/index.ts', 'test/screens.ts']) {
      expect(squeezed(await read(name)), name).toBe(squeezed(await readExample(name)));
    }
    for (const name of own) {
      expect(await read(name)).toBe(await readExample(name));
    }
    for (const name of ['hearth.json', 'locales/en.json', 'locales/zh.json']) {
      const [made, shown] = [await read(`config/${name}`), await readExample(`config/${name}`)];
      expect(JSON.parse(made)).toEqual(JSON.parse(shown));
    }
  });

  it('a second noun: is added beside the first, in each list', async () => {
    await newFeature({ root, app, noun: 'note', label: '笔记' });
    const { files, left } = await newFeature({ root, app, noun: 'category' });
    expect(left).toEqual([]);
    expect(files).toContain('app/server/migrations/0002-categories.sql');
    const [contract, server, web, en] = await Promise.all(shared.map((name) => read(name)));
    expect(squeezed(contract)).toContain("pages=['notes''categories']asconst");
    expect(squeezed(contract)).toContain('z.strictObject({notes:countcategories:count})');
    expect(squeezed(server)).toContain(
      'awaitclearNoteAuthor(txuid);awaitclearCategoryAuthor(txuid);}',
    );
    expect(web).toContain("path: 'categories'");
    expect(en).toContain("'category/not-found': 'There is no such category.'");
    expect(await read('web/locales/zh.ts')).toContain("'没有这个 category。'");
    const { plans, permissions } = JSON.parse(await read('config/hearth.json'));
    expect(plans[0].limits).toEqual({ notes: 10, categories: 10 });
    expect(permissions.map(({ key }) => key)).toEqual([
      'access',
      'editor',
      'notes',
      'categories',
      'admin',
    ]);
  });
});

describe('npm run new feature, where it cannot', () => {
  it('a file that is written in another way: names what has to be added by hand', async () => {
    await writeFile(
      join(app, 'contract/index.ts'),
      shippedApp['contract/index.ts'].replace('defineCalls({})', 'allCalls'),
    );
    const { left } = await newFeature({ root, app, noun: 'note' });
    expect(left).toEqual([
      { name: 'app/contract/index.ts', text: expect.stringContaining('createNote') },
    ]);
  });

  it.each([
    ['Note', 'A feature is named by one English word in small letters, such as `note`.'],
    ['class', 'The code that is written uses the name `class`. Choose another noun.'],
    ['form', 'The code that is written uses the name `form`. Choose another noun.'],
    ['invite', 'Hearth itself uses the name `invite`. Choose another noun.'],
  ])('%s: is refused, and nothing is written', async (noun, sentence) => {
    await expect(newFeature({ root, app, noun })).rejects.toThrow(sentence);
    expect(await read('contract/index.ts')).toBe(shippedApp['contract/index.ts']);
  });

  it('a noun that is there already: is refused', async () => {
    await newFeature({ root, app, noun: 'note' });
    await expect(newFeature({ root, app, noun: 'note' })).rejects.toThrow(
      'There is a feature `notes` in app/ already.',
    );
  });
});

/** Without comments, white space and commas, which the formatter sets; imports and their names in any order. */
function squeezed(text) {
  const lines = text
    .replace(/\/\*\*.*?\*\/|^\/\/[^\n]*/gms, '')
    .replace(/[\s,]+/g, '')
    .split(/(?<=';)/);
  const sorted = (line) => [...line].sort().join('');
  const imports = lines.filter((line) => line.startsWith('import')).map(sorted);
  const rest = lines.filter((line) => !line.startsWith('import'));
  return [...imports.sort(), ...rest].join('');
}

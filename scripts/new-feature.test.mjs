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

describe('npm run new feature, with other nouns', () => {
  it('two words: are written as each place writes names, and with a space for people', async () => {
    const { left } = await newFeature({ root, app, noun: 'water-test' });
    expect(left).toEqual([]);
    const [contract, , web, en] = await Promise.all(shared.map((name) => read(name)));
    expect(contract).toContain("pages = ['water-tests'");
    expect(squeezed(contract)).toContain('z.strictObject({waterTests:count})');
    expect(web).toContain("import('./water-tests/water-tests-page.tsx')).WaterTestsPage");
    expect(en).toContain("'{{actor}} added the water test “{{title}}”'");
    expect(en).toContain("title: 'Water tests'");
    expect(await read('test/screens.ts')).toContain("'water-tests': {");
    expect(await read('server/water-tests/water-test-store.ts')).toContain(
      'insert into app.water_tests',
    );
    const { plans } = JSON.parse(await read('config/hearth.json'));
    expect(plans[0].limits).toEqual({ waterTests: 10 });
    const written = await Promise.all(
      [...shared, 'contract/water-tests/water-tests.ts', 'test/index.ts'].map(read),
    );
    expect(written.join('')).not.toMatch(/task/i);
  });

  it('a noun with a vowel, or whose plural is itself: is worded as English does', async () => {
    await newFeature({ root, app, noun: 'aquarium', plural: 'aquaria' });
    expect(await read('contract/aquaria/aquaria.ts')).toContain('/** Adds an aquarium. */');
    const { left } = await newFeature({ root, app, noun: 'fish' });
    expect(left).toEqual([]);
    const en = await read('web/locales/en.ts');
    expect(en).toContain("title: 'Fish'");
    expect(en).toContain("empty: 'No fish yet'");
    const texts = JSON.parse(await read('config/locales/en.json'));
    expect(texts).toMatchObject({ 'limits.fishes': 'Fish', 'limits.aquaria': 'Aquaria' });
  });

  it('plans of the product’s own: the dearest is without a bound, a free one has few', async () => {
    const plans = [
      { id: 'start', free: true, price: 0 },
      { id: 'team', free: false, price: 20 },
      { id: 'firm', free: false, prices: [{ price: 90 }] },
      { id: 'old', free: false, legacy: true, price: 10 },
    ];
    await mkdir(join(app, 'config'));
    await writeFile(join(app, 'config/hearth.json'), JSON.stringify({ plans }));
    await newFeature({ root, app, noun: 'note' });
    const made = JSON.parse(await read('config/hearth.json'));
    expect(made.plans.map(({ limits }) => limits.notes)).toEqual([10, 1000, null, 1000]);
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
    [
      'Note',
      'A feature is named by English words in small letters, such as `note` or `water-test`.',
    ],
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

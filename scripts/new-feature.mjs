import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { mergeSource } from './merge-source.mjs';

/** Files of `examples/tasks` that a feature has for itself; the others are shared by all features. */
const own = [
  'contract/tasks/tasks.ts',
  'server/tasks/task-store.ts',
  'server/tasks/tasks.ts',
  'web/tasks/tasks-page.tsx',
  'test/tasks.test.ts',
];
const shared = [
  'contract/index.ts',
  'server/index.ts',
  'test/index.ts',
  'test/screens.ts',
  'web/index.ts',
  'web/locales/en.ts',
  'web/locales/zh.ts',
];
const migration = 'server/migrations/0001-tasks.sql';

/**
 * Writes a feature into `app/` as `examples/tasks` shows it, by another noun: calls, operations, table, screen, words,
 * permission, plan limit and test. Answers the files, and what has to be added by hand. Throws before it writes anything.
 */
export async function newFeature({ root, app = join(root, 'app'), noun, plural, label }) {
  const words = { noun, plural: plural ?? toPlural(noun), label: label ?? noun };
  const example = (name) => readFile(join(root, 'examples/tasks', name), 'utf8');
  const texts = await Promise.all(own.map(example));
  await requireFreeName(words, { root, app, texts });

  const files = new Map(
    own.map((name, place) => [rename(name, words), rename(texts[place], words)]),
  );
  files.set(await nextMigration(app, words.plural), rename(await example(migration), words));
  const left = [];
  for (const name of shared) {
    const present = await readFile(join(app, name), 'utf8');
    const merged = mergeSource(present, rename(await example(name), words));
    files.set(name, merged.text);
    left.push(...merged.left.map((text) => ({ name: `app/${name}`, text })));
  }
  for (const [name, settings] of await newSettings({ root, app }, words)) {
    files.set(name, `${JSON.stringify(settings, null, 2)}\n`);
  }
  for (const [name, text] of files) {
    const path = join(app, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return { files: [...files.keys()].map((name) => `app/${name}`), left };
}

function toPlural(noun) {
  if (/[^aeiou]y$/.test(noun)) {
    return `${noun.slice(0, -1)}ies`;
  }
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

const capitalized = (word) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Chinese sets a space between its own signs and Latin letters. */
function rename(text, { noun, plural, label }) {
  const space = (sign) => (/[a-z]/i.test(label) && /\p{Script=Han}/u.test(sign ?? '') ? ' ' : '');
  return text
    .replaceAll('任务', (found, place) => {
      const [before, after] = [text[place - 1], text[place + found.length]];
      return `${space(before)}${label}${space(after)}`;
    })
    .replaceAll('Tasks', capitalized(plural))
    .replaceAll('tasks', plural)
    .replaceAll('Task', capitalized(noun))
    .replaceAll('task', noun);
}

async function requireFreeName({ noun, plural }, { root, app, texts }) {
  for (const word of [noun, plural]) {
    if (!/^[a-z]{2,30}$/.test(word ?? '')) {
      throw new Error('A feature is named by one English word in small letters, such as `note`.');
    }
    if (texts.some((text) => listNames(text).has(word)) || isKeyword(word)) {
      throw new Error(`The code that is written uses the name \`${word}\`. Choose another noun.`);
    }
  }
  if (noun === plural) {
    throw new Error('The plural has to differ from the noun.');
  }
  if (existsSync(join(app, 'contract', plural))) {
    throw new Error(`There is a feature \`${plural}\` in app/ already.`);
  }
  const theirs = await readTree(join(root, 'contract/src'));
  const calls = ['list', 'create', 'update'].map(
    (verb) => `${verb}(${capitalized(noun)}|${capitalized(plural)})`,
  );
  if (new RegExp(`\\b(${calls.join('|')})\\b|'${noun}[./]|'/?${plural}'`).test(theirs)) {
    throw new Error(`Hearth itself uses the name \`${noun}\`. Choose another noun.`);
  }
}

/** Identifiers of a source, without those that are renamed. */
function listNames(text) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.JSX, text);
  const names = new Set();
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.Identifier && !/task/i.test(scanner.getTokenText())) {
      names.add(scanner.getTokenText());
    }
  }
  return names;
}

function isKeyword(word) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, word);
  return scanner.scan() !== ts.SyntaxKind.Identifier;
}

async function readTree(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  );
  return texts.join('\n');
}

async function nextMigration(app, plural) {
  const present = await readdir(join(app, 'server/migrations'));
  const newest = Math.max(0, ...present.map((name) => Number.parseInt(name, 10) || 0));
  return `server/migrations/${String(newest + 1).padStart(4, '0')}-${plural}.sql`;
}

/** The configuration of the product with the permission, the example's limit for each plan, and their texts. */
async function newSettings({ root, app }, { plural, label }) {
  const theirs = await readJson(join(root, 'config/hearth.json'));
  const example = await readJson(join(root, 'examples/tasks/config/hearth.json'));
  const present = await readJson(join(app, 'config/hearth.json'));
  const limitOf = (plan) => {
    const shown = example.plans.find(({ id }) => id === plan.id)?.limits.tasks;
    return shown === undefined ? 10 : shown;
  };
  const plans = (present.plans ?? theirs.plans).map((plan) => ({
    ...plan,
    limits: { ...plan.limits, [plural]: limitOf(plan) },
  }));
  const permissions = [...(present.permissions ?? theirs.permissions)];
  const place = permissions.findIndex(({ admin }) => admin);
  const added = { key: plural, label: `permissions.${plural}`, default: false, admin: false };
  permissions.splice(place === -1 ? permissions.length : place, 0, added);
  return [
    ['config/hearth.json', { ...present, plans, permissions }],
    await newTexts(app, { language: 'en', plural, text: capitalized(plural) }),
    await newTexts(app, { language: 'zh', plural, text: label }),
  ];
}

async function newTexts(app, { language, plural, text }) {
  const name = `config/locales/${language}.json`;
  const added = { [`permissions.${plural}`]: text, [`limits.${plural}`]: text };
  return [name, { ...(await readJson(join(app, name))), ...added }];
}

const readJson = async (path) => (existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : {});

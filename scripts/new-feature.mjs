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
 * Writes a feature of another noun into `app/`, in the shape of `examples/tasks`. Answers its files and what to add by
 * hand; checks everything before it writes.
 */
export async function newFeature({ root, app = join(root, 'app'), noun, plural, label }) {
  const words = toWords({ noun, plural, label });
  const example = (name) => readFile(join(root, 'examples/tasks', name), 'utf8');
  // Its keys are addresses of screens, which may have hyphens.
  const sharedExample = async (name) =>
    name === 'test/screens.ts' && /-/.test(noun)
      ? (await example(name)).replace(/^ {2}tasks:/m, "  'tasks':")
      : example(name);
  const texts = await Promise.all(own.map(example));
  await requireFreeName(words, { root, app, texts });

  const files = new Map(
    own.map((name, place) => [rename(name, words), rename(texts[place], words)]),
  );
  files.set(await nextMigration(app, words.kebab.many), rename(await example(migration), words));
  const left = [];
  for (const name of shared) {
    const present = await readFile(join(app, name), 'utf8');
    const merged = mergeSource(present, rename(await sharedExample(name), words));
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

/** Each way in which the code writes the noun and its plural; a noun may have several words, `water-test`. */
function toWords({ noun = '', plural, label }) {
  // The names of one and of many must differ, even if English has one word for both.
  const many = plural === undefined || plural === noun ? toPlural(noun) : plural;
  const said = plural ?? (/(^|-)(fish|sheep|deer|aircraft|staff)$/.test(noun) ? noun : many);
  const write = (form) => ({ one: form(noun), many: form(many) });
  const pascal = (word) => word.split('-').map(capitalized).join('');
  return {
    kebab: { one: noun, many },
    snake: write((word) => word.replaceAll('-', '_')),
    pascal: write(pascal),
    camel: write((word) => word.slice(0, 1) + pascal(word).slice(1)),
    spoken: { one: noun.replaceAll('-', ' '), many: said.replaceAll('-', ' ') },
    label: label ?? noun.replaceAll('-', ' '),
  };
}

function toPlural(noun) {
  if (/[^aeiou]y$/.test(noun)) {
    return `${noun.slice(0, -1)}ies`;
  }
  return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

const capitalized = (word) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** By the sound with which English words of these letters mostly begin. */
const hasVowel = (word) =>
  /^([aeiou]|hour|honou?r|heir)/.test(word) && !/^(uni|use|eu|one)/.test(word);

/** Chinese sets a space between its own signs and Latin letters. */
function rename(text, words) {
  const { label, spoken } = words;
  const space = (sign) => (/[a-z]/i.test(label) && /\p{Script=Han}/u.test(sign ?? '') ? ' ' : '');
  return text
    .replaceAll('任务', (found, place) => {
      const [before, after] = [text[place - 1], text[place + found.length]];
      return `${space(before)}${label}${space(after)}`;
    })
    .replace(/^.*$/gm, (line) =>
      line.replace(/(\ba )?(task)(s?)/gi, (found, article = '', one, many, place) => {
        const number = many === '' ? 'one' : 'many';
        const form = formOf(line, place + article.length, place + found.length);
        const word = words[form][number];
        const isCapital = form === 'spoken' && one.startsWith('T');
        const said = isCapital ? capitalized(word) : word;
        const an = article !== '' && hasVowel(spoken.one) ? `${article.trim()}n ` : article;
        return `${an}${said}`;
      }),
    );
}

/** How the name between two places of a line of the example is written. */
function formOf(line, from, to) {
  const [before, name, after] = [line.slice(0, from), line.slice(from, to), line.slice(to)];
  const quoted = [...line.matchAll(/'[^']*'/g)].find(
    ({ index, 0: text }) => index < from && to < index + text.length,
  )?.[0];
  if (/\/\*\*|\/\/ |^\s*\* /.test(before) || / |^'T/.test(quoted ?? '')) {
    return 'spoken';
  }
  if (/^Task/.test(name) || /[a-z]$/.test(before)) {
    return 'pascal';
  }
  if (/^_|^\[/.test(after) || (/\bapp\.$/.test(before) && quoted === undefined)) {
    return 'snake';
  }
  const isKey = /'app\.$|limits, '$/.test(before);
  const isPart = /[/'"-]$/.test(before) || /^[-/]/.test(after);
  return isPart && !isKey ? 'kebab' : 'camel';
}

async function requireFreeName({ kebab, camel, pascal }, { root, app, texts }) {
  for (const word of [kebab.one, kebab.many]) {
    if (!/^[a-z]{2,30}(-[a-z]{2,30}){0,2}$/.test(word)) {
      throw new Error(
        'A feature is named by English words in small letters, such as `note` or `water-test`.',
      );
    }
  }
  for (const word of [camel.one, camel.many]) {
    if (texts.some((text) => listNames(text).has(word)) || isKeyword(word)) {
      throw new Error(`The code that is written uses the name \`${word}\`. Choose another noun.`);
    }
  }
  if (existsSync(join(app, 'contract', kebab.many))) {
    throw new Error(`There is a feature \`${kebab.many}\` in app/ already.`);
  }
  const theirs = await readTree(join(root, 'contract/src'));
  const calls = ['list', 'create', 'update'].map((verb) => `${verb}(${pascal.one}|${pascal.many})`);
  const names = `'${kebab.one}[./]|'/?${kebab.many}'`;
  if (new RegExp(`\\b(${calls.join('|')})\\b|${names}`).test(theirs)) {
    throw new Error(`Hearth itself uses the name \`${kebab.one}\`. Choose another noun.`);
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

/** The configuration of the product with the permission, a limit for each plan, and their texts. */
async function newSettings({ root, app }, { kebab, camel, spoken, label }) {
  const theirs = await readJson(join(root, 'config/hearth.json'));
  const present = await readJson(join(app, 'config/hearth.json'));
  const written = present.plans ?? theirs.plans;
  const plans = written.map((plan) => ({
    ...plan,
    limits: { ...plan.limits, [camel.many]: limitOf(plan, written) },
  }));
  const permissions = [...(present.permissions ?? theirs.permissions)];
  const place = permissions.findIndex(({ admin }) => admin);
  const key = kebab.many;
  const added = { key, label: `permissions.${key}`, default: false, admin: false };
  permissions.splice(place === -1 ? permissions.length : place, 0, added);
  const texts = (language, text) => newTexts(app, { language, keys: { kebab, camel }, text });
  return [
    ['config/hearth.json', { ...present, plans, permissions }],
    await texts('en', capitalized(spoken.many)),
    await texts('zh', label),
  ];
}

/** Few on a free plan, any number on the dearest one, many on those between. */
function limitOf(plan, plans) {
  if (plan.free) {
    return 10;
  }
  const offered = plans.filter(({ legacy }) => !legacy).map(priceOf);
  return priceOf(plan) >= Math.max(...offered) ? null : 1000;
}

const priceOf = ({ price, prices = [{ price }] }) => prices[0].price;

async function newTexts(app, { language, keys: { kebab, camel }, text }) {
  const name = `config/locales/${language}.json`;
  const added = { [`permissions.${kebab.many}`]: text, [`limits.${camel.many}`]: text };
  return [name, { ...(await readJson(join(app, name))), ...added }];
}

const readJson = async (path) => (existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : {});

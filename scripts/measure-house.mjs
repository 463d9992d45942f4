import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { root } from './run-command.mjs';

const billing = join(root, 'server/src/modules/billing');
const parts = {
  server: 'server/src',
  web: 'web/src',
  contract: 'contract/src',
  'stripe-emulator': 'stripe-emulator/src',
  sdk: 'sdk/src',
};
/** Files in which one begins to read a change. */
const entries = {
  'a plan change': ['changes/change-plan.ts', 'changes/change-plan-steps.ts'],
  'a card': ['changes/card.ts'],
  'a purchase': ['changes/create.ts'],
};

const files = new Map(
  Object.values(parts)
    .flatMap((folder) => listSources(join(root, folder)))
    .map((path) => [path, readSource(path)]),
);

for (const [name, folder] of Object.entries(parts)) {
  const own = within(join(root, folder));
  print(`${name}: lines, files`, sumLines(own), own.length);
}
const ownBilling = within(billing);
print('billing: lines, files', sumLines(ownBilling), ownBilling.length);
print('files that export one thing which one file imports', countSingleUse());
for (const [name, begin] of Object.entries(entries)) {
  const walk = walkFrom(begin.map((path) => join(billing, path)));
  const { rooms, returns } = readRooms(walk);
  print(`${name} reaches in billing: files, lines`, walk.length, sumLines(walk));
  print(`${name}: rooms entered, returns to one that was left`, rooms, returns);
}
print('arrows between rooms of billing', countArrows());

function listSources(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.tsx?$/.test(one.name) && !/\.test\./.test(one.name))
    .map((one) => join(one.parentPath, one.name));
}

/** Lines of a file, the files that it imports in their order, and what it exports. */
function readSource(path) {
  const text = readFileSync(path, 'utf8');
  const { importedFiles } = ts.preProcessFile(text);
  const imports = importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => resolve(dirname(path), fileName));
  const exported = text.match(/^export (?!type |interface |\*|\{)/gm) ?? [];
  return { lines: text.split('\n').length - 1, imports, exported: exported.length };
}

function within(folder) {
  return [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
}

function sumLines(paths) {
  return paths.reduce((sum, path) => sum + files.get(path).lines, 0);
}

/** Files of billing in the order in which one reads them, each followed by what it imports first. */
function walkFrom(paths, seen = new Set()) {
  for (const path of paths) {
    if (files.has(path) && path.startsWith(`${billing}/`) && !seen.has(path)) {
      seen.add(path);
      walkFrom(files.get(path).imports, seen);
    }
  }
  return [...seen];
}

function roomOf(path) {
  return dirname(relative(billing, path)).split('/')[0];
}

function readRooms(walk) {
  const seen = new Set();
  let returns = 0;
  let last;
  for (const room of walk.map(roomOf)) {
    if (room !== last) {
      returns += seen.has(room) ? 1 : 0;
      seen.add(room);
      last = room;
    }
  }
  return { rooms: seen.size, returns };
}

function countArrows() {
  const arrows = ownBilling.flatMap((path) =>
    files
      .get(path)
      .imports.filter((next) => next.startsWith(`${billing}/`) && roomOf(next) !== roomOf(path))
      .map((next) => `${roomOf(path)} ${roomOf(next)}`),
  );
  return new Set(arrows).size;
}

function countSingleUse() {
  const users = new Map();
  for (const { imports } of files.values()) {
    for (const next of new Set(imports)) {
      users.set(next, (users.get(next) ?? 0) + 1);
    }
  }
  return [...files].filter(([path, { exported }]) => exported === 1 && users.get(path) === 1)
    .length;
}

function print(what, ...figures) {
  console.log(`${what.padEnd(64)} ${figures.join(', ')}`);
}

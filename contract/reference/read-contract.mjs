import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../src', import.meta.url));
const cache = fileURLToPath(new URL('../../.cache', import.meta.url));
/** Where the copy of the product's contract stands, and the subject of its calls. */
const appFolder = 'app';
const textsModule = new URL('texts.mjs', import.meta.url).href;

/**
 * The contract as a module whose schemas, calls and accesses know the comments above them, and as `app`
 * the contract of the product on Hearth, where its folder is given. Comments are for readers of the code, so
 * a running server does not have them: a copy of the sources is made in which each commented value is
 * handed to `withText`.
 */
export async function readContract({ app } = {}) {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'contract-'));
  try {
    await copySources(source, folder, toModule);
    const contract = await importFrom(folder);
    if (app === undefined) {
      return contract;
    }
    const index = pathToFileURL(join(folder, 'index.mjs')).href;
    await copySources(app, join(folder, appFolder), (code) => toAppModule(code, index));
    const { contract: own } = await importFrom(join(folder, appFolder));
    return { ...contract, app: own, refusals: { ...contract.refusals, ...own.refusals } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function importFrom(folder) {
  return import(pathToFileURL(join(folder, 'index.mjs')).href);
}

async function copySources(from, to, convert) {
  for (const name of await listSources(from)) {
    const file = join(to, name.replace(/\.ts$/, '.mjs'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, convert(await readFile(join(from, name), 'utf8'), name));
  }
}

async function listSources(folder) {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort();
}

/** Its types get no names of their own, since the product may well name one as Hearth does. */
function toAppModule(code, index) {
  const linked = toModule(code, join(appFolder, 'index.ts'), { isNamed: false });
  return linked.replaceAll(/(from ['"])@hearth\/contract(['"])/g, `$1${index}$2`);
}

function toModule(code, name, { isNamed = true } = {}) {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const edits = [];
  collect(file, { file, edits, isNamed, folder: dirname(name) });
  let edited = code;
  for (const { at, text } of edits.sort((one, other) => other.at - one.at)) {
    edited = edited.slice(0, at) + text + edited.slice(at);
  }
  const { outputText } = ts.transpileModule(edited, {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      verbatimModuleSyntax: true,
    },
  });
  const linked = outputText.replace(/(from '\.[^']+)\.ts'/g, "$1.mjs'");
  return `import { withText as $text } from ${JSON.stringify(textsModule)};\n${linked}`;
}

function collect(node, found) {
  if (ts.isVariableStatement(node) && node.parent === found.file) {
    collectConstant(node, found);
  } else if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
    collectProperty(node, found);
  }
  ts.forEachChild(node, (child) => collect(child, found));
}

function collectConstant(statement, found) {
  const [{ name, initializer }] = statement.declarationList.declarations;
  const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const text = commentAbove(statement, found.file);
  if (initializer && (text !== '' || isExported)) {
    const { folder, isNamed } = found;
    wrap(initializer, { text, folder, ...(isNamed && isExported && { name: name.text }) }, found);
  }
}

function collectProperty(property, found) {
  const text = commentAbove(property, found.file);
  if (text === '') {
    return;
  }
  if (ts.isPropertyAssignment(property)) {
    wrap(property.initializer, { text }, found);
    return;
  }
  // `name` alone stands for `name: name`.
  wrap(property.name, { text }, found);
  found.edits.push({ at: property.name.getStart(), text: `${property.name.text}: ` });
}

function wrap(node, about, { edits }) {
  edits.push({ at: node.getStart(), text: '$text(' });
  edits.push({ at: node.getEnd(), text: `, ${JSON.stringify(about)})` });
}

/** The comment for documentation right above, on one line. */
function commentAbove(node, file) {
  const ranges = ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [];
  const comment = ranges
    .map(({ pos, end }) => file.text.slice(pos, end))
    .findLast((text) => text.startsWith('/**'));
  return (comment ?? '')
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

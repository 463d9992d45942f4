import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { findInstalledBinaries } from '../../src/platform/postgres/postgres-binaries.ts';

/** The PostgreSQL that the tests run on; another version for the long run. */
export const testBinariesDir = process.env.HEARTH_TEST_POSTGRES ?? findInstalledBinaries();

export const NOBODY = 65_534;

const PROGRAM = `
import { startEmbeddedPostgres } from './embedded-postgres.js';
const say = (word, text) => console.log(word + ' ' + text);
try {
  const postgres = await startEmbeddedPostgres({
    ...JSON.parse(process.argv[2]),
    log: (sentence) => say('log', sentence),
    onLost: (sentence) => say('lost', sentence),
  });
  say('ready', JSON.stringify(postgres.connection));
  process.on('SIGTERM', () => postgres.stop().then(() => process.exit()));
  setInterval(() => undefined, 1000);
} catch (error) {
  say('refused', error.message);
  process.exit(1);
}
`;

/** A program of its own around the supervisor, in a folder that every user can read. */
export async function buildProgram() {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-program-'));
  await chmod(folder, 0o755);
  await transpileSources(folder);
  await copyPackage('pg', join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'program.js'), PROGRAM);
  return {
    folder,
    run: (options: object, uid?: number) => runProgram(folder, options, uid),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export interface RunningProgram {
  child: ChildProcess;
  /** The rest of the first line that begins with one of the words. */
  hears(...words: string[]): Promise<string>;
}

async function runProgram(folder: string, options: object, uid?: number): Promise<RunningProgram> {
  const node = uid === undefined ? process.execPath : await findNodeFor(uid, folder);
  const identity = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn(node, [join(folder, 'program.js'), JSON.stringify(options)], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...identity,
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const hears = (...words: string[]) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = new RegExp(`^(?:${words.join('|')}) (.*)\\n`, 'm').exec(output)?.[1];
        if (found !== undefined) {
          resolve(found);
        }
      };
      child.stdout.on('data', look);
      child.once('close', () => reject(new Error(`The program ended. It said: ${output}`)));
      look();
    });
  return { child, hears };
}

async function findNodeFor(uid: number, folder: string): Promise<string> {
  const isReachable =
    spawnSync(process.execPath, ['-e', '0'], { uid, gid: uid, cwd: '/' }).status === 0;
  const copy = join(folder, 'node');
  if (!isReachable) {
    await cp(process.execPath, copy);
  }
  return isReachable ? process.execPath : copy;
}

async function transpileSources(folder: string): Promise<void> {
  const sources = join(import.meta.dirname, '../../src/platform/postgres');
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    rewriteRelativeImportExtensions: true,
  };
  for (const name of await readdir(sources)) {
    if (/^(embedded-)?postgres.*(?<!\.test)\.ts$/.test(name)) {
      const text = await readFile(join(sources, name), 'utf8');
      const { outputText } = ts.transpileModule(text, { compilerOptions });
      await writeFile(join(folder, `${basename(name, '.ts')}.js`), outputText);
    }
  }
}

async function copyPackage(name: string, modules: string, from = import.meta.url): Promise<void> {
  const folders = createRequire(from).resolve.paths(name) ?? [];
  const source = folders.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
  if (source === undefined) {
    throw new Error(`The package ${name} is not installed.`);
  }
  const manifest = join(source, 'package.json');
  await cp(source, join(modules, name), { recursive: true });
  const { dependencies = {} } = JSON.parse(await readFile(manifest, 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const dependency of Object.keys(dependencies)) {
    await copyPackage(dependency, modules, manifest);
  }
}

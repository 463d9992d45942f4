import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, runCommand, saying } from './run-command.mjs';

const stamp = join(root, '.cache/build');

const sources = [
  'contract/src',
  'contract/reference',
  'contract/package.json',
  'contract/tsconfig.json',
  'stripe-emulator/browser',
  'stripe-emulator/src',
  'stripe-emulator/package.json',
  'stripe-emulator/tsconfig.json',
  'server/src',
  'server/package.json',
  'server/tsconfig.json',
  'app',
  'web/src',
  'web/public',
  'web/index.html',
  'web/package.json',
  'web/tsconfig.json',
  'web/vite.config.ts',
  'web/vite.front.config.ts',
  'web/route-preloads.ts',
  'web/chunks.ts',
  'web/empty-schemas.ts',
  'tsconfig.base.json',
  'package-lock.json',
];

const results = [
  'contract/dist/index.js',
  'stripe-emulator/dist/index.js',
  'server/dist/main.js',
  'server/dist/api/openapi.json',
  'app/dist/server/index.js',
  'web/dist/index.html',
  'web/dist/server/front.mjs',
];

export async function isBuilt() {
  return areResultsThere() && (await readStamp()) === (await fingerprint());
}

/**
 * For a tree without build tools: whether it was built elsewhere, maybe by another Node and without sources. Sources
 * that changed since then do count.
 */
export async function isBuiltElsewhere() {
  const hasSources = sources.some(
    (source) => /src$/.test(source) && existsSync(join(root, source)),
  );
  const noted = await readStamp();
  const isOlder =
    hasSources && noted !== undefined && hashIn(noted) !== hashIn(await fingerprint());
  return areResultsThere() && !isOlder;
}

const readStamp = () => readFile(stamp, 'utf8').catch(() => undefined);

const hashIn = (noted) => noted.split(' ').at(-1);

/** Compiles contract and server and packs the web, which reads the contract's sources: side by side if there is room. */
export async function build() {
  await requireJson();
  // The hash is taken first: a file saved meanwhile makes the next start build again.
  const built = await fingerprint();
  await rm(stamp, { force: true });
  await saying('Building', async () => {
    // Without --force the compiler trusts its notes although the files they speak of are gone.
    const tsc = [
      '-b',
      'contract',
      'server',
      'app/server',
      ...(areResultsThere() ? [] : ['--force']),
    ];
    const vite = (...more) =>
      runCommand('vite', ['build', '--logLevel', 'warn', ...more], { cwd: join(root, 'web') });
    // The first one empties the folder of both.
    const pack = async () => {
      const packed = await vite();
      return packed.code === 0 ? vite('--config', 'vite.front.config.ts') : packed;
    };
    const outcomes = hasRoom()
      ? await Promise.all([compile(tsc), pack()])
      : [await compile(tsc, { NODE_OPTIONS: smallHeap }), await pack()];
    const faults = outcomes.filter(({ code }) => code !== 0);
    if (faults.length > 0) {
      const outputs = faults.map(({ output }) => output.trim()).join('\n');
      throw new Error(`The build failed:\n${outputs}`);
    }
  });
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, built);
}

/** A build takes long, so a slip in a file that it would not even read is told before. */
async function requireJson() {
  const locales = ['config/locales', 'app/config/locales'];
  const languages = await Promise.all(
    locales.map(async (name) =>
      (await readdir(join(root, name), { withFileTypes: true }).catch(() => []))
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(name, entry.name)),
    ),
  );
  const folders = ['config', 'app/config', ...locales, ...languages.flat()];
  const names = await Promise.all(
    folders.map(async (name) =>
      (await readdir(join(root, name)).catch(() => []))
        .filter((file) => file.endsWith('.json'))
        .map((file) => join(name, file)),
    ),
  );
  const faults = [];
  for (const name of names.flat()) {
    try {
      JSON.parse(await readFile(join(root, name), 'utf8'));
    } catch (error) {
      faults.push(`${name}: ${error.message}`);
    }
  }
  if (faults.length > 0) {
    throw new Error(`The configuration is wrong:\n${faults.map((one) => `  - ${one}`).join('\n')}`);
  }
}

/** Memory of the machine, or of the container. Side by side, compiler and packer need 1.2 GB. */
function hasRoom() {
  return (
    Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) > 3 * 1024 ** 3
  );
}

/** Node's own limit is half of the memory, which is too little for the compiler on a machine with 900 MB. */
const smallHeap = '--max-old-space-size=600';

/** The reference of the API comes after the compiler: three programs beside each other need more memory. */
async function compile(options, env = {}) {
  const compiled = await runCommand('tsc', options, { env });
  return compiled.code === 0
    ? await runCommand(process.execPath, ['scripts/api-docs.mjs', '--built-only'])
    : compiled;
}

function areResultsThere() {
  return results.every((file) => existsSync(join(root, file)));
}

/** Version of Node, and a hash of everything that is built. */
export async function fingerprint(folder = root) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await listFiles(folder, join(folder, source))) {
      // Without the folder, since a built tree may be moved.
      hash.update(relative(folder, file)).update(await readFile(file));
    }
  }
  return `${process.version} ${hash.digest('hex')}`;
}

async function listFiles(folder, path) {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) {
    return found ? [path] : [];
  }
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return (
    entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      // The folder of the product holds what was built of it, too, and files that are read at each start or by tests only.
      .filter(
        ({ parentPath }) =>
          !/(^|[/\\])(dist|node_modules|app[/\\](config|test|server[/\\]migrations))([/\\]|$)/.test(
            parentPath.slice(folder.length),
          ),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

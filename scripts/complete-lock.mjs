import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './run-command.mjs';

const file = join(root, 'package-lock.json');
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/**
 * If its registry lacks other platforms' packages, npm omits them from the lock file, and `npm ci` then fails
 * everywhere. Answers their paths in the lock and exact versions.
 */
export function findMissing({ packages }) {
  const missing = new Map();
  for (const [from, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!isLocked(packages, from, name)) {
        missing.set(`node_modules/${name}`, version);
      }
    }
  }
  return missing;
}

/** Node's own look-up: beside the package that asks, then one folder up, and so on. */
function isLocked(packages, from, name) {
  const folders = from.split('/node_modules/');
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const folder = folders.slice(0, depth).join('/node_modules/');
    if (packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]) {
      return true;
    }
  }
  return false;
}

function toEntry(path, version) {
  const words = path.split('/').at(-1).split(/[-.]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : [];
  if (!/^\d+\.\d+\.\d+/.test(version) || os.length + cpu.length === 0) {
    throw new Error(`${path}@${version} is no exact package of one platform; lock it by hand.`);
  }
  return {
    version,
    optional: true,
    ...(cpu.length > 0 && { cpu }),
    ...(os.length > 0 && { os }),
    ...(libc.length > 0 && { libc }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(await readFile(file, 'utf8'));
  const missing = findMissing(lock);
  for (const [path, version] of missing) {
    lock.packages[path] = toEntry(path, version);
  }
  const [[top, project], ...rest] = Object.entries(lock.packages);
  const sorted = rest.sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries([[top, project], ...sorted]);
  await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${missing.size} packages of other platforms.`);
}

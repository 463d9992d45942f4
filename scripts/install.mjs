import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runCommand, saying } from './run-command.mjs';

const stamp = join(root, 'node_modules/.hearth-install');
const lockFile = join(root, 'package-lock.json');

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(
      `Hearth needs Node.js 20.19 or newer; this is ${process.versions.node}. Get one from https://nodejs.org and start again.`,
    );
    process.exit(1);
  }
}

export async function isInstalled() {
  const noted = await readFile(stamp, 'utf8').catch(() => undefined);
  return noted === (await fingerprint());
}

/** Installs exactly what package-lock.json says, unless it is there already. */
export async function install() {
  if (!(await isCompleteWithoutStamp())) {
    await saying('Installing the packages (once, one to two minutes)', runInstall);
  }
  await writeFile(stamp, await fingerprint());
}

async function runInstall() {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  const { code, output } = npm?.endsWith('.js')
    ? await runCommand(process.execPath, [npm, ...args])
    : await runCommand('npm', args);
  if (code !== 0) {
    throw new Error(`The packages could not be installed. npm says:\n${output.trim()}`);
  }
}

/** Somebody who ran npm by hand does not wait for it again. */
function isCompleteWithoutStamp() {
  return holdsPackages(() => true);
}

/** After `npm ci --omit=dev`: all that the server needs is there, and nothing to build with. */
export async function isInstalledForProduction() {
  return (await holdsPackages(({ dev }) => !dev)) && !(await holdsPackages(({ dev }) => dev));
}

/** Whether every wanted package is there in its version, except those that some machines do without. */
async function holdsPackages(isWanted) {
  const present = await readPackages(join(root, 'node_modules/.package-lock.json'));
  const wanted = await readPackages(lockFile);
  if (present === undefined || wanted === undefined) {
    return false;
  }
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') ||
      entry.optional ||
      entry.devOptional ||
      entry.peer ||
      !isWanted(entry) ||
      // Workspaces have no version here.
      (path in present && present[path].version === entry.version),
  );
}

async function readPackages(file) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

async function fingerprint() {
  const hash = createHash('sha256').update(await readFile(lockFile));
  return hash.update(`${process.platform} ${process.arch}`).digest('hex');
}

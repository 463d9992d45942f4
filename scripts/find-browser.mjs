import { accessSync, constants, existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { root, runCommand, saying } from './run-command.mjs';

// The packages are e2e's.
const require = createRequire(new URL('../e2e/package.json', import.meta.url));

const launchArguments = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A candidate answers the paths it can offer; the cheap ones come first. */
const candidates = [
  { name: 'CHROME_PATH', offer: () => [process.env.CHROME_PATH] },
  // Without windows of its own it makes the journeys in two thirds of a whole browser's time.
  { name: '@sparticuz/chromium', offer: unpackBrowser },
  { name: 'a browser on PATH', offer: findOnPath },
  {
    name: "Playwright's own browser",
    offer: () => [loadChromium().executablePath()],
  },
  { name: '@sparticuz/chromium with its own libraries', offer: wrapBrowser },
  { name: 'npx playwright install chromium', offer: downloadBrowser },
  { name: 'apt-get install chromium', offer: installSystemBrowser },
];

/** The path of a Chromium that has just opened a page; installs one when there is none. */
export async function findBrowser() {
  const faults = [];
  for (const { name, offer } of candidates) {
    const paths = await Promise.resolve()
      .then(offer)
      .catch((error) => {
        faults.push(`- ${name}: ${firstLine(error)}`);
        return [];
      });
    for (const path of paths.filter((path) => path && existsSync(path))) {
      const fault = await prove(path);
      if (fault === undefined) {
        return path;
      }
      faults.push(`- ${name} (${path}): ${fault}`);
    }
  }
  throw new Error(
    `No browser could be started, so the journeys in e2e/ cannot run. Install Chromium or name one with CHROME_PATH. What was tried:\n${faults.join('\n')}`,
  );
}

async function prove(executablePath) {
  let browser;
  try {
    browser = await loadChromium().launch({
      executablePath,
      args: launchArguments,
      timeout: 30_000,
    });
    const page = await browser.newPage();
    await page.goto('data:text/html,<title>ready</title>');
    const title = await page.title();
    return title === 'ready' ? undefined : `It opened a page as "${title}".`;
  } catch (error) {
    return firstLine(error);
  } finally {
    await browser?.close();
  }
}

function loadChromium() {
  return require('@playwright/test').chromium;
}

function findOnPath() {
  const names = ['chromium-headless-shell', 'chromium', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function unpackBrowser() {
  return [await require('@sparticuz/chromium').executablePath()];
}

/** The package brings the libraries that a bare system lacks; a wrapper shows them to the browser. */
async function wrapBrowser() {
  const [browser] = await unpackBrowser();
  const folder = join(root, '.cache/chromium');
  const packed = join(dirname(require.resolve('@sparticuz/chromium')), '../../bin/al2023.tar.br');
  const archive = join(folder, 'libraries.tar');
  await mkdir(folder, { recursive: true });
  await writeFile(archive, await promisify(brotliDecompress)(await readFile(packed)));
  await mustRun('tar', ['-xf', archive, '-C', folder]);

  const wrapper = join(folder, 'chromium.sh');
  const fonts = existsSync('/etc/fonts') ? '' : ` FONTCONFIG_PATH="${join(tmpdir(), 'fonts')}"`;
  const line = `LD_LIBRARY_PATH="${join(folder, 'lib')}"${fonts} exec "${browser}" "$@"`;
  await writeFile(wrapper, `#!/bin/sh\n${line}\n`);
  await chmod(wrapper, 0o755);
  return [wrapper];
}

async function downloadBrowser() {
  await saying('Downloading a browser for the tests', () =>
    mustRun('playwright', ['install', 'chromium']),
  );
  return [loadChromium().executablePath()];
}

async function installSystemBrowser() {
  if (process.getuid?.() !== 0) {
    throw new Error('Only root may do this.');
  }
  await saying('Installing Chromium with apt-get', async () => {
    await mustRun('apt-get', ['update']);
    await mustRun('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  });
  return findOnPath();
}

async function mustRun(command, args) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const { code, output } = await runCommand(command, args, { env });
  if (code !== 0) {
    const lines = output.trim().split('\n');
    throw new Error(lines.find((line) => /error|fail/i.test(line)) ?? lines.at(-1));
  }
}

function firstLine(error) {
  return String(error?.message ?? error).split('\n')[0];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await findBrowser().then(console.log, (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand, saying } from '../../scripts/run-command.mjs';
import { root, temporaryFolder } from './product.mjs';

const version = '15.34.0';
const prefix = join(root, '.cache/firebase-tools');
const program = join(prefix, 'node_modules/firebase-tools/lib/bin/firebase.js');

/** Google's Authentication emulator, which keeps everything in memory. Installed once, outside the product. */
export async function startEmulator(port) {
  await install();
  const data = await temporaryFolder();
  const emulators = {
    auth: { port, host: '127.0.0.1' },
    hub: { port: port + 1 },
    logging: { port: port + 2 },
    ui: { enabled: false },
    singleProjectMode: false,
  };
  await writeFile(join(data.folder, 'firebase.json'), JSON.stringify({ emulators }));
  const words = ['emulators:start', '--only', 'auth', '--project', 'demo-bench'];
  const child = spawn(process.execPath, [program, ...words], { cwd: data.folder, stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(origin, child);
  return {
    origin: `${origin}/identitytoolkit.googleapis.com`,
    tokenOrigin: `${origin}/securetoken.googleapis.com`,
    pid: child.pid,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
      await data.remove();
    },
  };
}

async function install() {
  if (existsSync(program)) {
    return;
  }
  await mkdir(prefix, { recursive: true });
  const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--ignore-scripts'];
  const { code, output } = await saying("Installing Google's emulator", () =>
    runCommand('npm', [...args, `firebase-tools@${version}`], { cwd: prefix }),
  );
  if (code !== 0) {
    throw new Error(`Google's emulator could not be installed. npm says:\n${output.trim()}`);
  }
}

async function untilAnswering(origin, child) {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await sleep(100);
  }
  child.kill();
  throw new Error("Google's emulator did not start within a minute.");
}

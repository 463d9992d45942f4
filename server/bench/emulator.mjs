import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand, saying } from '../../scripts/run-command.mjs';
import { ports, requireFreePorts, untilFree } from './ports.mjs';
import { root, temporaryFolder } from './product.mjs';
import { hasEnded, startGroup } from './programs.mjs';

const version = '15.34.0';
const prefix = join(root, '.cache/firebase-tools');
const program = join(prefix, 'node_modules/firebase-tools/lib/bin/firebase.js');

/** Google's Authentication emulator, which keeps everything in memory. Installed once, outside the product. */
export async function startEmulator() {
  const { emulator: port, emulatorHub, emulatorLog } = ports;
  await install();
  await requireFreePorts([port, emulatorHub, emulatorLog]);
  const data = await temporaryFolder();
  const emulators = {
    auth: { port, host: '127.0.0.1' },
    hub: { port: emulatorHub },
    logging: { port: emulatorLog },
    ui: { enabled: false },
    singleProjectMode: false,
  };
  await writeFile(join(data.folder, 'firebase.json'), JSON.stringify({ emulators }));
  const words = ['emulators:start', '--only', 'auth', '--project', 'demo-bench'];
  const options = { cwd: data.folder, stdio: 'ignore' };
  const { child, stop } = startGroup(process.execPath, [program, ...words], options);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(origin, child);
  return {
    origin: `${origin}/identitytoolkit.googleapis.com`,
    tokenOrigin: `${origin}/securetoken.googleapis.com`,
    pid: child.pid,
    async stop() {
      await stop();
      await untilFree(port);
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
  while (performance.now() < deadline && !hasEnded(child)) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await sleep(100);
  }
  throw new Error("Google's emulator did not start within a minute.");
}

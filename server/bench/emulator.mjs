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

/** Google's Authentication emulator, which keeps everything in memory. Installed once, outside the product. Tests give another file. */
export async function startEmulator(file = program) {
  const { emulator: port, emulatorHub, emulatorLog } = ports;
  if (file === program) {
    await install();
  }
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
  const options = { cwd: data.folder, stdio: ['ignore', 'pipe', 'pipe'] };
  const { child, stop } = startGroup(process.execPath, [file, ...words], options);
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

/** Says why it did not start in its own words, such as that there is no Java. */
async function untilAnswering(origin, child) {
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      words += chunk;
    });
  }
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline && !hasEnded(child)) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await sleep(100);
  }
  throw new Error(`Google's emulator did not start. It says:\n${words.trim()}`);
}

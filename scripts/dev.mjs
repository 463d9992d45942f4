import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readPort } from './dev-port.mjs';
import { prepare } from './prepare.mjs';
import { root, runCommand, spawnTool } from './run-command.mjs';

const PORT = readPort(root);

const programs = [
  {
    name: 'types',
    command: 'tsc',
    args: ['-b', '--watch', '--preserveWatchOutput', 'app/server'],
  },
  {
    name: 'server',
    command: process.execPath,
    args: ['--watch', '--watch-preserve-output', '--enable-source-maps', 'server/dist/main.js'],
  },
  { name: 'web', command: 'vite', args: [], cwd: join(root, 'web'), env: { PORT } },
];

await prepare({ withBuild: false });
// The server and its watcher need a first result; faults in it are shown by the compiler's watch.
await runCommand('tsc', ['-b', 'app/server']);

let isStopping = false;
const children = programs.map(launch);
console.log(
  `Open http://localhost:5173 (reloads as you save). The server is http://localhost:${PORT}.`,
);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => stopAll());
}

function launch({ name, command, args, env = {}, cwd = root }) {
  // Ctrl-C must reach the server once, through us; the terminal and its watcher would make it two.
  const child = spawnTool(command, args, { cwd, env, detached: true });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) =>
      console.log(`${name.padEnd(6)} | ${line}`),
    );
  }
  child.once('error', (error) => console.error(`${name} cannot start: ${error.message}`));
  child.once('close', (code) => {
    if (code !== 0 && !isStopping) {
      process.exitCode = 1;
    }
    stopAll();
  });
  return child;
}

function stopAll() {
  // Once only: a second signal would make the server leave without stopping its database.
  if (isStopping) {
    return;
  }
  isStopping = true;
  for (const child of children) {
    child.kill('SIGTERM');
  }
}

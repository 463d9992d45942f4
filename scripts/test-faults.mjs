import { prepare } from './prepare.mjs';
import { spawnTool } from './run-command.mjs';

await prepare();
const config = 'server/vitest.faults.config.ts';
const run = spawnTool('vitest', ['run', '--config', config, ...process.argv.slice(2)]);
run.stdout.pipe(process.stdout);
run.stderr.pipe(process.stderr);
run.once('close', (code) => {
  process.exitCode = code ?? 1;
});

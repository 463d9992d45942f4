import { prepare } from './prepare.mjs';
import { root } from './run-command.mjs';

try {
  await prepare();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.chdir(root);
await import('../server/dist/cli/main.js');

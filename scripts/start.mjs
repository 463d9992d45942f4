import { prepare } from './prepare.mjs';
import { root } from './run-command.mjs';

try {
  await prepare();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.chdir(root);
// In this very process, so that Ctrl-C and a service manager's signals reach the server itself.
await import('../server/dist/main.js');

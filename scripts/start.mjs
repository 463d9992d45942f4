import { prepare } from './prepare.mjs';
import { root, signalCommands } from './run-command.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let asked;

for (const signal of signals) {
  process.on(signal, handleSignal);
}
// Before anything else: npm may be killed while packages are installed or built, too.
stopWithNpm();
await prepare().catch((error) => {
  if (asked === undefined) {
    console.error(error.message);
    process.exit(1);
  }
});
for (const signal of signals) {
  process.removeListener(signal, handleSignal);
}
if (asked === undefined) {
  process.chdir(root);
  // In this very process, so that Ctrl-C and a service manager's signals reach the server itself.
  await import('../server/dist/main.js');
} else {
  process.kill(process.pid, asked);
}

/** While packages are installed or built, their programs are ended first: none may go on alone. */
function handleSignal(signal) {
  asked ??= signal;
  if (!signalCommands(signal)) {
    process.removeListener(signal, handleSignal);
    process.kill(process.pid, signal);
  }
}

/** npm hands SIGINT and SIGTERM on. When it is killed in another way, only the loss of the parent shows it. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') {
    return;
  }
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== npm) {
      clearInterval(timer);
      process.kill(process.pid, 'SIGTERM');
    }
  }, 250);
  timer.unref();
}

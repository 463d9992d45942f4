import { expect, it } from 'vitest';
import { runCommand, signalCommands } from './run-command.mjs';

it('ends the programs that run when a signal comes, and says whether there were any', async () => {
  expect(signalCommands('SIGTERM')).toBe(false);
  const outcome = runCommand(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)']);
  expect(signalCommands('SIGTERM')).toBe(true);
  expect((await outcome).code).not.toBe(0);
  expect(signalCommands('SIGTERM')).toBe(false);
});

import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Every port of the bench, by what listens there. */
export const ports = {
  product: 3900,
  bare: 3901,
  smallest: 3902,
  stripe: 3903,
  emulator: 3910,
  emulatorHub: 3911,
  emulatorLog: 3912,
  big: 3920,
};

const longestReleaseMs = 10_000;

/** A program that already listens would answer for ours, and its figures would be taken for ours. */
export async function requireFreePorts(numbers) {
  const taken = [];
  for (const number of numbers) {
    if (!(await isFree(number))) {
      taken.push(number);
    }
  }
  if (taken.length > 0) {
    const subject = taken.length === 1 ? 'Port' : 'Ports';
    const verb = taken.length === 1 ? 'is' : 'are';
    throw new Error(
      `${subject} ${taken.join(', ')} ${verb} in use, perhaps by a server of an interrupted bench. End what listens there (\`ss -ltnp\` shows it), and start the bench again.`,
    );
  }
}

/** Waits until a program that was stopped has given its port back. */
export async function untilFree(number) {
  const deadline = performance.now() + longestReleaseMs;
  while (!(await isFree(number))) {
    if (performance.now() > deadline) {
      throw new Error(`Port ${number} is still in use ten seconds after its program was stopped.`);
    }
    await sleep(20);
  }
}

function isFree(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl-C reaches a program that npm started twice: from the terminal and from npm. */
const sameRequestMs = 1_000;

type StopSignal = (typeof signals)[number];

/** Resolves when the process is asked to stop; asked again later, by whichever signal, it ends immediately. */
export function untilStopped(): Promise<StopSignal> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    for (const signal of signals) {
      process.on(signal, () => {
        askedAt ??= performance.now();
        if (performance.now() - askedAt > sameRequestMs) {
          process.exit(1);
        }
        resolve(signal);
      });
    }
  });
}

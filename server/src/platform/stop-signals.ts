const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves when the process is asked to stop; a second request, by whichever signal, ends it at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of signals) {
      process.on(signal, () => {
        if (asked) {
          process.exit(1);
        }
        asked = true;
        resolve();
      });
    }
  });
}

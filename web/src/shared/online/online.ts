/** Asked for, without its body, to learn whether the server can be reached. */
const probePath = '/healthz';

const probeEveryMs = 5_000;

/** Whether the server answers now. */
export async function canReachServer(): Promise<boolean> {
  try {
    await fetch(probePath, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/** Waits until the server answers: looks when the browser says it is back, and every few seconds. */
export async function untilReachable(): Promise<void> {
  while (!(await canReachServer())) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, probeEveryMs);
      function done() {
        clearTimeout(timer);
        window.removeEventListener('online', done);
        resolve();
      }
      window.addEventListener('online', done);
    });
  }
}

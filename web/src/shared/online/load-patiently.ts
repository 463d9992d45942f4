import { canReachServer, untilReachable } from './online.ts';

let pending = 0;
const listeners = new Set<() => void>();

function count(change: number): void {
  pending += change;
  // Code is often asked for while React renders, which nobody may be told of.
  queueMicrotask(() => {
    for (const listener of listeners) {
      listener();
    }
  });
}

/** Code that is on its way, and that somebody waits for. */
export const pendingLoads = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  areThere: () => pending > 0,
};

/**
 * Loads code. What fails while the server cannot be reached waits, and is loaded when it answers again; what fails
 * although it answers is of an older build, and throws.
 */
export function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  count(1);
  return loadAhead(load).finally(() => count(-1));
}

/** Loads code that nobody waits for yet, in the same way. */
export async function loadAhead<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    // Undefined means that the page is about to load the new build.
    return (await load()) ?? (await new Promise<never>(() => undefined));
  } catch (error) {
    if (await canReachServer()) {
      throw error;
    }
    await untilReachable();
    return await load();
  }
}

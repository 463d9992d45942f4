import { canReachServer, untilReachable } from './online.ts';

interface LoadOptions {
  /** Whether the person waits for it; nobody does where code is loaded ahead. */
  readonly isAwaited?: boolean;
}

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
  async during<Module>(load: Promise<Module>): Promise<Module> {
    count(1);
    try {
      return await load;
    } finally {
      count(-1);
    }
  },
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
export async function loadPatiently<Module>(
  load: () => Promise<Module>,
  { isAwaited = true }: LoadOptions = {},
): Promise<Module> {
  return isAwaited ? await pendingLoads.during(loadWhenReachable(load)) : loadWhenReachable(load);
}

async function loadWhenReachable<Module>(load: () => Promise<Module>): Promise<Module> {
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

import { canReachServer, untilReachable } from './online.ts';

/**
 * Loads code. What fails while the server cannot be reached waits, and is loaded when it answers again; what fails
 * although it answers is of an older build, and throws.
 */
export async function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
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

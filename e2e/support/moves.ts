import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

interface MovingWindow {
  moved?: number;
}

interface SlowRoute {
  readonly path: RegExp;
  readonly byMs: number;
}

/** Counts as browsers do how far parts of a page move by themselves; 0.1 is what they call good. */
export async function watchMoves(page: Page, slow: readonly SlowRoute[]) {
  for (const { path, byMs } of slow) {
    await page.route(path, async (route) => {
      await sleep(byMs);
      await route.continue();
    });
  }
  await page.addInitScript(() => {
    const watched = globalThis as MovingWindow;
    watched.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as Record<string, number | boolean>;
        watched.moved = (watched.moved ?? 0) + (hadRecentInput ? 0 : Number(value));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as MovingWindow).moved ?? Number.NaN);
}

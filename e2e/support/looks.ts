import { createRequire } from 'node:module';
import type { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, expect, type Page } from '@playwright/test';

export interface Look {
  readonly lng: 'en' | 'zh';
  readonly width: 320 | 1280;
  readonly colorScheme: 'light' | 'dark';
}

/** Every language, width and theme. The narrow ones come first, since a page that is loading has least room there. */
export const looks: readonly Look[] = (['zh', 'en'] as const).flatMap((lng) =>
  ([320, 1280] as const).flatMap((width) =>
    (['dark', 'light'] as const).map((colorScheme) => ({ lng, width, colorScheme })),
  ),
);

/** Width of a window of 1280 px in which everything is shown twice as large. */
export const zoomedWidth = 640;

/** The looks by language: only another language needs another load. */
export function byLanguage(worn: readonly Look[]): readonly (readonly Look[])[] {
  return (['zh', 'en'] as const)
    .map((lng) => worn.filter((look) => look.lng === lng))
    .filter((group) => group.length > 0);
}

export async function wear(page: Page, { width, colorScheme }: Omit<Look, 'lng'>): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 800 });
  // Colours change over a frame even where there is no motion; a part below the top bar would count as too small.
  await page.evaluate(async () => {
    scrollTo(0, 0);
    for (let frames = 0; frames < 3; frames += 1) {
      await new Promise(requestAnimationFrame);
    }
  });
}

export function nameOf({ lng, width, colorScheme }: Look): string {
  return `${lng}-${width}-${colorScheme}`;
}

interface WatchedWindow {
  overflow?: { readonly by: number; readonly tags: string };
}

/** Looks at every frame, since a page that is still loading must fit too. Runs in the page. */
function watchOverflow(): void {
  const look = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const watched = globalThis as WatchedWindow;
    if (scrollWidth - clientWidth > (watched.overflow?.by ?? 0)) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth,
      );
      const tags = wide.map((element) => `${element.tagName}.${element.className}`).join('\n');
      watched.overflow = { by: scrollWidth - clientWidth, tags };
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Waits until the page has its title and no part of it is on its way. */
export async function settled(page: Page, { mayLoad }: { mayLoad: boolean }): Promise<void> {
  await page.waitForFunction((isDone) => {
    const isComing = document.querySelector('.animate-breathe, .animate-travel') !== null;
    return document.querySelector('h1') !== null && (isDone || !isComing);
  }, mayLoad);
}

/** Faults that the page's own elements tell. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const { overflow } = globalThis as WatchedWindow;
    const titles = [...document.querySelectorAll('h1')];
    const isShown = titles[0]?.checkVisibility() === true;
    const slow = document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const { duration } = effect?.getComputedTiming() ?? {};
        return playState === 'running' && Number(duration) > 10;
      })
      .map(({ effect }) => (effect as KeyframeEffect).target?.className);
    const fields = document.querySelectorAll<HTMLElement>(
      'input:not([type=checkbox], [type=radio], [type=hidden]), select, textarea',
    );
    // An iPhone would zoom into them.
    const small = [...fields].filter(
      (field) => innerWidth < 640 && Number.parseFloat(getComputedStyle(field).fontSize) < 16,
    );
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      ((element.clientWidth <= 1 && getComputedStyle(element).overflow === 'hidden') ||
        isClipped(element.parentElement));
    const unseen = [
      ...document.querySelectorAll('a[href], button, input, select, textarea'),
    ].filter((element) => element.checkVisibility() && isClipped(element.parentElement));
    return [
      ...small.map((field) => `has text below 16 px on a phone: ${field.outerHTML}`),
      ...unseen.map((element) => `takes the focus where nobody sees it: ${element.outerHTML}`),
      ...(overflow ? [`scrolls sideways by ${overflow.by} px: ${overflow.tags}`] : []),
      ...(titles.length === 1 && isShown ? [] : [`has ${titles.length} titles`]),
      ...slow.map((name) => `moves although motion is not wanted: ${name}`),
    ];
  });
}

const { resolve } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));

/** Makes every page of the context one that can be looked at. The scanner comes with the page: to send it before each scan takes longer than the scan. */
export async function prepareLooks(context: BrowserContext): Promise<void> {
  await context.addInitScript(watchOverflow);
  await context.addInitScript({ path: resolve('axe-core/axe.min.js') });
}

interface ScannedWindow {
  readonly axe: { run(options: object): ReturnType<AxeBuilder['analyze']> };
}

/** Faults that axe finds, and finds again: on a busy machine a theme's colours come late. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  let found = await scan(page);
  for (let tries = 0; found.length > 0 && tries < 6; tries += 1) {
    await page.waitForTimeout(500);
    found = await scan(page);
  }
  return found;
}

/** Targets below 24 px are faults too. */
async function scan(page: Page): Promise<readonly string[]> {
  return await page.evaluate(async () => {
    const rules = { 'target-size': { enabled: true } };
    const { axe } = globalThis as unknown as ScannedWindow;
    const { violations } = await axe.run({ resultTypes: ['violations'], rules });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
    );
  });
}

/** The browser's own note of a refusal that the page shows in words. */
const refusedCall = /the server responded with a status of 40[03]/;

/** Errors that the page logs or throws; emptied where the next state begins. */
export function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    // An address without a screen answers 404, which the browser notes too.
    const isMissingPage = message.location().url === page.url() && / 404 /.test(message.text());
    if (message.type() === 'error' && !refusedCall.test(message.text()) && !isMissingPage) {
      heard.push(message.text());
    }
  });
  page.on('pageerror', (error) => heard.push(String(error)));
  return heard;
}

/** All faults are told, not only the first. */
export function expectNone(faults: readonly string[], where: string): void {
  expect.soft(faults, where).toEqual([]);
}

/** Folder for pictures; none are made without it. */
export const pictures = process.env.HEARTH_PICTURES;

/** Comes after the checks: a picture of the whole page changes the window's width for a frame. */
export async function takePictures(
  page: Page,
  { name, worn }: { readonly name: string; readonly worn: readonly Look[] },
): Promise<void> {
  if (!pictures) {
    return;
  }
  for (const look of worn) {
    await wear(page, look);
    await page.screenshot({ path: `${pictures}/${name}-${nameOf(look)}.png`, fullPage: true });
  }
  // The next step of a journey is looked at in the same page.
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'overflow'));
}

/** Looks at the page in every width and theme of the language. */
export async function expectFit(page: Page, name: string, lng: 'en' | 'zh'): Promise<void> {
  const worn = looks.filter((one) => one.lng === lng);
  for (const look of worn) {
    await wear(page, look);
    expectNone(await faultsOf(page), `${name}, ${nameOf(look)}`);
    expectNone(await violationsOf(page), `${name}, ${nameOf(look)}`);
  }
  await takePictures(page, { name, worn });
  await page.setViewportSize({ width: 1280, height: 800 });
}

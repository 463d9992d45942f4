import { expect, test } from '@playwright/test';
import { doMainJob, hearErrors, mainScreens, opens } from './support/main-job.ts';
import { enter } from './support/people.ts';
import { project, signedUp } from './support/seeds.ts';
import { alsoIn } from './support/words.ts';

const isLong = process.env.HEARTH_LONG === '1';

/** Parts of a browser that some browsers, modes and extensions lack, or deny with an error. */
const parts = [
  'localStorage',
  'sessionStorage',
  'document.cookie',
  'indexedDB',
  'caches',
  'BroadcastChannel',
  'SharedWorker',
  'matchMedia',
  'IntersectionObserver',
  'ResizeObserver',
  'PerformanceObserver',
  'requestIdleCallback',
  'structuredClone',
  'Notification',
  'navigator.locks',
  'navigator.serviceWorker',
  'navigator.clipboard',
  'navigator.permissions',
  'navigator.storage',
  'navigator.sendBeacon',
  'navigator.userAgentData',
  'crypto.randomUUID',
  'crypto.subtle',
  'Intl.Collator',
  'Intl.DisplayNames',
  'Intl.ListFormat',
  'Intl.PluralRules',
  'Intl.RelativeTimeFormat',
  'Intl.Segmenter',
  'AbortSignal.any',
  'document.startViewTransition',
];

interface Lack {
  readonly names: readonly string[];
  readonly throws: boolean;
}

/** Runs in the page, before its own code. */
function takeAway({ names, throws }: Lack): void {
  for (const name of names) {
    const path = name.split('.');
    const key = path.pop() ?? '';
    const holder = path.reduce((found, step) => Reflect.get(found, step), globalThis as object);
    Object.defineProperty(holder, key, {
      configurable: true,
      get() {
        if (throws) {
          throw new DOMException(`${name} is denied.`, 'SecurityError');
        }
        return undefined;
      },
    });
  }
}

/** Playwright itself touches the other one. */
const deniable = parts.filter((name) => name !== 'requestIdleCallback');

const lacks: readonly Lack[] = [
  { names: parts, throws: false },
  { names: deniable, throws: true },
  ...(isLong ? parts.map((name) => ({ names: [name], throws: false })) : []),
  ...(isLong ? deniable.map((name) => ({ names: [name], throws: true })) : []),
];

for (const lack of lacks) {
  const { names, throws } = lack;
  const which = names.length === 1 ? names[0] : 'everything that a browser may lack';
  test(`${which} ${throws ? 'is denied' : 'is absent'}: every main screen opens`, {
    tag: '@full',
  }, async ({ page, request }) => {
    await page.addInitScript(takeAway, lack);
    const heard = hearErrors(page);
    if (names.length > 1 && (isLong || !throws)) {
      const { id } = await doMainJob(page);
      await page.getByRole('button', { name: 'User menu' }).click();
      await page.keyboard.press('Escape');
      for (const path of mainScreens(id)) {
        await opens(page, path);
      }
    } else {
      const [ada] = await signedUp(request, ['Ada Lovelace']);
      await enter(page, ada);
      const id = await project(request, ada, { name: 'Acme Analytics', planId: 'pro' });
      for (const path of ['/signin', ...mainScreens(id)]) {
        await opens(page, path);
      }
    }
    expect(heard).toEqual([]);
  });
}

for (const [language, sentence] of [
  ['en', /^This browser blocks cookies/],
  ['zh', /^此浏览器阻止了 Cookie/],
] as const) {
  test(`cookies are blocked: forms say that nobody stays signed in, ${language}`, {
    tag: alsoIn(language),
  }, async ({ page }) => {
    // As Chrome does where a person has blocked cookies: they are not kept, and storage is denied.
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setDocumentCookieDisabled', { disabled: true });
    await page.addInitScript(takeAway, { names: ['localStorage', 'sessionStorage'], throws: true });
    for (const path of ['/signin', '/signup']) {
      await page.goto(`${path}?lng=${language}`);
      await expect(page.getByText(sentence)).toBeVisible();
    }
  });
}

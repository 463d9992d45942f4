import type { AppContract } from '@hearth/contract';
import { expect, type Page, test } from '@playwright/test';
import { contract } from '../app/contract/index.ts';
import { watchMoves } from './support/moves.ts';
import { createProject, enter, signUp } from './support/people.ts';
import { addressOf, places } from './support/places.ts';
import { project, signedUp } from './support/seeds.ts';

/** The addresses of the product's own screens come with the first page, whichever that is. */
const { pages = [], accountPages = [] }: AppContract = contract;
/** Pages about the person are named on the dashboard, which loads the product's words for it. */
const ownWords =
  accountPages.length > 0 ? { requests: 1, bytes: 10_000 } : { requests: 0, bytes: 0 };
const ownBytes = 300 * (pages.length + accountPages.length);

/** Bytes of each answer, as they travelled. */
function weigh(page: Page) {
  const sizes = new Map<string, number>();
  const asked: string[] = [];
  const hosts = new Set<string>();
  page.on('response', async (response) => {
    const url = new URL(response.url());
    hosts.add(url.host);
    asked.push(url.pathname);
    const { responseBodySize } = await response.request().sizes();
    sizes.set(url.pathname, responseBodySize);
  });
  const total = (isCounted = (_path: string) => true) =>
    [...sizes].filter(([path]) => isCounted(path)).reduce((sum, [, size]) => sum + size, 0);
  return { sizes, asked, hosts, total, list: () => JSON.stringify(Object.fromEntries(sizes)) };
}

const isScript = (path: string) => path.endsWith('.js');

const slowCode = /assets[/](?!index-).*[.]js$/;
/** Calls that a project page makes for its data. */
const slowData = /functions[/]|[/]v1[/]subscriptions/;

const slowly = (...paths: RegExp[]) => paths.map((path) => ({ path, byMs: 300 }));

const kib = 1_024;

/** Each takes its present size and 15 % more, in KiB: a budget notices a library, not a sentence. */
const publicScreens = [
  ['the sign-in page', '/signin', 'Welcome back', 126],
  ['the landing page', `${addressOf(places.front)}/`, /^One place/, 127],
  ['the page of prices', '/pricing', 'Plans and prices', 127],
  [
    'the landing page with a choice of prices',
    `${addressOf(places.monthlyYearly)}/`,
    /^One place/,
    130,
  ],
] as const;

for (const [name, address, title, most] of publicScreens) {
  test(`${name} stands still and loads at most ${most} KiB of JavaScript, no billing script`, {
    tag: name === 'the sign-in page' ? [] : '@full',
  }, async ({ page }) => {
    const { sizes, hosts, total, list } = weigh(page);
    const readMoves = await watchMoves(page, slowly(slowCode));
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.waitForLoadState('networkidle');

    expect(sizes.size).toBeGreaterThan(0);
    // Named in the page and in the styles alike, and fetched once.
    expect([...sizes.keys()].filter((path) => path.endsWith('.woff2'))).toHaveLength(1);
    expect(total(isScript), list()).toBeLessThanOrEqual(most * kib + ownBytes);
    expect([...hosts]).toEqual([new URL(page.url()).host]);
    expect(await readMoves()).toBeLessThanOrEqual(0.02);
  });
}

test('a wrong password: is said below the button, and no field moves', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/signin');
  const email = page.getByLabel('Email');
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  await email.fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  const places = () => Promise.all([email.boundingBox(), submit.boundingBox()]);
  const before = await places();
  await submit.click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await places()).toEqual(before);
});

test('the dashboard stands still and comes with at most 16 requests, 171 KiB of JavaScript and 205 KiB in all', async ({
  page,
  context,
}) => {
  await signUp(page);
  await createProject(page, 'Acme Analytics');
  // Calls that the page before still makes do not count.
  await page.goto('about:blank');
  // A page of its own: what the first one has loaded is in no cache of this one.
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  const { sizes, asked, total, list } = weigh(page);
  const readMoves = await watchMoves(page, slowly(slowCode));
  await page.goto('/dashboard');
  await expect(page.getByRole('list', { name: 'Your projects' })).toBeVisible();
  await page.waitForLoadState('networkidle');

  expect(sizes.size, list()).toBeLessThanOrEqual(16 + ownWords.requests);
  expect(total(isScript), list()).toBeLessThanOrEqual(171 * kib + ownBytes + ownWords.bytes);
  expect(total(), list()).toBeLessThanOrEqual(205 * kib + ownBytes + ownWords.bytes);
  expect(await readMoves()).toBeLessThanOrEqual(0.02);
  // Calls made before the code was there are not made again.
  expect(asked.toSorted()).toEqual([...sizes.keys()].toSorted());
});

const windows = { phone: { width: 412, height: 823 }, desktop: { width: 1280, height: 940 } };

for (const planId of ['free', 'pro']) {
  test(`the pages of a project on the plan ${planId} stand still while their data comes`, {
    tag: '@full',
  }, async ({ page, context, request }) => {
    const [ada] = await signedUp(request, ['Ada Lovelace']);
    const id = await project(request, ada, { name: 'Acme Analytics', planId });
    await enter(page, ada);

    for (const path of [`/subscription/${id}`, `/subscription/${id}/billing`]) {
      for (const [name, size] of Object.entries(windows)) {
        const other = await context.newPage();
        await other.setViewportSize(size);
        const readMoves = await watchMoves(other, slowly(slowCode, slowData));
        await other.goto(path);
        await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
        await other.waitForLoadState('networkidle');
        expect.soft(await readMoves(), `${path}, ${name}`).toBeLessThanOrEqual(0.02);
        await other.close();
      }
    }
  });
}

test('the dashboard asks for its data while its code is still on its way', {
  tag: '@full',
}, async ({ page, context }) => {
  await signUp(page);
  const other = await context.newPage();
  const data = other.waitForRequest('**/v1/subscriptions');
  await other.route('**/assets/dashboard-page-*.js', async (route) => {
    await data;
    await route.continue();
  });
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1, name: /Ada/ })).toBeVisible();
});

/** Whether the title of the screen was there each time that the page's content changed as a whole. */
async function watchPictures(page: Page): Promise<() => Promise<boolean[] | undefined>> {
  await page.addInitScript(() => {
    const watched = globalThis as { pictures?: boolean[] };
    document.addEventListener('DOMContentLoaded', () => {
      const root = document.getElementById('root');
      watched.pictures = [];
      new MutationObserver(() =>
        watched.pictures?.push(root?.querySelector('h1') !== null),
      ).observe(root as HTMLElement, { childList: true });
    });
  });
  return () => page.evaluate(() => (globalThis as { pictures?: boolean[] }).pictures);
}

test('a screen follows upon what the server sent, with nothing in between', {
  tag: '@full',
}, async ({ page, request }) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  const id = await project(request, ada, { name: 'Acme Analytics', planId: 'pro' });
  const readPictures = await watchPictures(page);
  await enter(page, ada);
  for (const path of ['/dashboard', `/subscription/${id}`, `/subscription/${id}/billing`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect.soft((await readPictures())?.[0], path).toBe(true);
  }
  await page.context().clearCookies();
  const priced = addressOf(places.monthlyYearly);
  for (const path of [
    '/signin',
    `${addressOf(places.front)}/`,
    '/pricing',
    `${priced}/`,
    `${priced}/pricing`,
  ]) {
    await page.goto(path);
    // The page that the server sent has the title already.
    await expect.poll(async () => (await readPictures())?.length).toBeGreaterThan(0);
    expect.soft((await readPictures())?.[0], path).toBe(true);
  }
});

test('the first picture has the brand where the screen has it too', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const [ada] = await signedUp(request, ['Ada Lovelace']);
  const readSent = (path: string) =>
    page.evaluate(async (address) => {
      const sent = new DOMParser().parseFromString(
        await (await fetch(address)).text(),
        'text/html',
      );
      return sent.querySelector('#root a:has(svg)')?.outerHTML.replace(' data-discover="true"', '');
    }, path);
  const brand = () =>
    page
      .locator('header a')
      .filter({ has: page.locator('svg') })
      .first();
  // The router's own mark is of no account.
  const readShown = async () =>
    (await brand().evaluate((link) => link.outerHTML)).replace(' data-discover="true"', '');

  await page.goto('/pricing');
  await expect(brand()).toBeVisible();
  expect(await readSent('/pricing')).toBe(await readShown());
  // Text is a fraction of a pixel wider from one picture to the next.
  const placeOf = async () => {
    const box = await brand().boundingBox();
    return box && [box.x, box.y, box.width, box.height].map(Math.round);
  };
  const place = await placeOf();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  await brand().waitFor();
  expect(await placeOf()).toEqual(place);
  await page.unroute('**/assets/*.js');

  await enter(page, ada);
  await page.goto('/dashboard');
  await expect(brand()).toBeVisible();
  expect(await readSent('/dashboard')).toBe(await readShown());
});

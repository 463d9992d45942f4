import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { localPagePaths, pagePaths } from '../contract/src/pages.ts';
import { accountStates } from './states/account-states.ts';
import { billingStates } from './states/billing-states.ts';
import { businessStates } from './states/business-states.ts';
import { consoleStates } from './states/console-states.ts';
import { emailSignInStates } from './states/email-sign-in-states.ts';
import { nowStates } from './states/now-states.ts';
import { operatorStates } from './states/operator-states.ts';
import { type PageState, sceneOf } from './states/page-state.ts';
import { projectStates } from './states/project-states.ts';
import { publicStates } from './states/public-states.ts';
import { secondFactorStates } from './states/second-factor-states.ts';
import { usersStates } from './states/users-states.ts';
import {
  byLanguage,
  expectNone,
  faultsOf,
  type Look,
  listen,
  looks,
  nameOf,
  pictures,
  prepareLooks,
  settled,
  takePictures,
  violationsOf,
  wear,
  zoomedWidth,
} from './support/looks.ts';
import { enter, type Person } from './support/people.ts';
import { type Scene, type SceneName, scenes } from './support/scenes.ts';

const isLong = process.env.HEARTH_LONG === '1' || pictures !== undefined;
const isFull = isLong || process.env.HEARTH_FULL === '1';

const statesByPath = {
  ...publicStates,
  ...accountStates,
  ...projectStates,
  ...usersStates,
  ...billingStates,
  ...operatorStates,
  ...consoleStates,
  ...businessStates,
  ...nowStates,
  ...secondFactorStates,
  ...emailSignInStates,
};

/** Pages on which people enter, buy and work; the short run looks at these, once each. */
const mainPages: ReadonlySet<string> = new Set([
  '/',
  '/signin',
  '/signup',
  '/dashboard',
  '/create-plan',
  '/subscription/:id',
  '/subscription/:id/users',
  '/subscription/:id/billing',
  '/subscription/:id/billing/change-plan',
  '/operator',
]);

const everyState = Object.entries(statesByPath).flatMap(([path, states]) =>
  states.map((state) => ({ path, state, isFirst: state === states.find((one) => !one.isLong) })),
);
const chosen = everyState.filter(
  ({ path, state, isFirst }) => isLong || (isFull ? !state.isLong : isFirst && mainPages.has(path)),
);

test('every page has states', () => {
  const paths = [...Object.values({ ...pagePaths, ...localPagePaths }), '*'];
  expect(Object.keys(statesByPath).sort()).toEqual(paths.sort());
  expect(everyState.length).toBeGreaterThan(100);
});

for (const name of Object.keys(scenes) as SceneName[]) {
  // A worker makes a scene once, so the states of a scene stay together.
  test.describe(name, () => {
    test.describe.configure({ mode: 'default', timeout: 120_000 });
    for (const [index, { path, state }] of chosen.entries()) {
      if (sceneOf[state.as] !== name) {
        continue;
      }
      const fitting = looks.filter(({ width }) => (state.width ?? width) === width);
      // The short run sees each state in one look, and each look about as often.
      const worn = isLong ? fitting : fitting.slice(index % fitting.length).slice(0, 1);
      for (const group of byLanguage(worn)) {
        test(`${path}: ${state.name}, ${group[0]?.lng}`, async ({ browser, playwright }, info) => {
          const baseURL = info.project.use.baseURL ?? '';
          const request = await playwright.request.newContext({ baseURL });
          const scene = await sceneWith(name, request);
          const page = await pageOf(browser, { state, scene, baseURL });
          await showState({ path, state, scene, page, group });
          await request.dispose();
        });
      }
    }
  });
}

const made = new Map<SceneName, Promise<Scene>>();

function sceneWith(name: SceneName, request: APIRequestContext): Promise<Scene> {
  const scene = made.get(name) ?? scenes[name](request);
  made.set(name, scene);
  return scene;
}

const pages = new Map<string, Promise<{ page: Page; heard: string[] }>>();

interface Shown {
  readonly path: string;
  readonly state: PageState;
  readonly scene: Scene;
  readonly page: { readonly page: Page; readonly heard: string[] };
  readonly group: readonly Look[];
}

/** Loads the state once, and looks at it in every width and theme. */
async function showState({ path, state, scene, page: { page, heard }, group }: Shown) {
  const [first] = group;
  if (!first) {
    return;
  }
  await wear(page, first);
  await state.answers?.(page);
  try {
    await page.goto(addressOf(path, { state, scene, lng: first.lng }), { waitUntil: 'commit' });
    // Until it is left, the page before may still be told of its own refusals.
    heard.length = 0;
    await page.waitForLoadState();
    await settled(page, { mayLoad: state.mayLoad === true });
    await state.reach?.(page, scene);
    for (const look of group) {
      await wear(page, look);
      await lookAt(page, { path, state, look });
    }
    if (isLong && state.width === undefined) {
      await page.setViewportSize({ width: zoomedWidth, height: 400 });
      expectNone(await faultsOf(page), `${path}, ${state.name}, twice as large`);
    }
    const noise = heard.filter((text) => !state.noise?.test(text));
    expectNone(noise, `${path}, ${state.name}: logged errors`);
    const name = `${path}-${state.name}`.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-/, '');
    await takePictures(page, { name, worn: group });
  } finally {
    await page.context().setOffline(false);
    // Parts that a state has folded or shown are not so in the next one.
    await page.evaluate(() => localStorage.clear());
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

interface Seen {
  readonly path: string;
  readonly state: PageState;
  readonly look: Look;
}

async function lookAt(page: Page, { path, state, look }: Seen) {
  const where = `${path}, ${state.name}, ${nameOf(look)}`;
  await expect(page.locator(state.shows).filter({ visible: true }).first(), where).toBeVisible();
  if (state.leadsTo) {
    expect(new URL(page.url()).pathname, where).toBe(state.leadsTo);
  }
  expectNone(await faultsOf(page), where);
  expectNone(await violationsOf(page), where);
}

interface Place {
  readonly state: PageState;
  readonly scene: Scene;
  readonly lng: string;
}

function addressOf(path: string, { state, scene, lng }: Place): string {
  const own = state.link && scene.known[state.link];
  const below = path
    .replace('*', '/nowhere')
    .replace(':id', scene.known[state.of ?? ''] ?? '')
    .replace(':invoice', 'unknown');
  const address = own ?? `${below}${state.query ?? ''}`;
  return `${address}${address.includes('?') ? '&' : '?'}lng=${lng}`;
}

interface Visit {
  readonly state: PageState;
  readonly scene: Scene;
  readonly baseURL: string;
}

/** One page for each person, so that what one state has loaded serves the next. */
function pageOf(browser: Browser, { state, scene, baseURL }: Visit) {
  const person = scene.people[state.as];
  const key = person?.email ?? state.as;
  const opened = pages.get(key) ?? openPage(browser, { person, baseURL });
  pages.set(key, opened);
  return opened;
}

async function openPage(
  browser: Browser,
  { person, baseURL }: { person: Person | undefined; baseURL: string },
) {
  const context = await browser.newContext({ baseURL, locale: 'en-US' });
  await prepareLooks(context);
  const page = await context.newPage();
  if (person) {
    await enter(page, person);
  }
  return { page, heard: listen(page) };
}

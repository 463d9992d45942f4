import { fileURLToPath } from 'node:url';
import type { AppContract, AppScreen, Document, ScreenVisit } from '@hearth/contract';
import { type APIRequestContext, type Browser, expect, test } from '@playwright/test';
import { contract } from '../app/contract/index.ts';
import { screens } from '../app/test/screens.ts';
import { appVariables } from './support/app-variables.ts';
import type { Tokens } from './support/identity-calls.ts';
import { expectFit, expectNone, listen, prepareLooks, settled } from './support/looks.ts';
import { type OwnProduct, startOwnProduct } from './support/own-product.ts';
import { enter, type Person } from './support/people.ts';
import { startUpMs } from './support/places.ts';
import { project, signedUp } from './support/seeds.ts';

// The screens of the product in `app/`, which the other journeys run without.

const { pages: ofProjects = [], accountPages = [] }: AppContract = contract;
const pages = [...ofProjects, ...accountPages.map((path) => `/account/${path}`)];
const rows: Readonly<Record<string, AppScreen | undefined>> = screens;

let product: OwnProduct;
test.beforeAll(async () => {
  test.setTimeout(startUpMs);
  if (pages.length > 0) {
    product = await startOwnProduct({
      ...appVariables(fileURLToPath(new URL('../app/', import.meta.url))),
      HEARTH_APP: 'on',
      PAYMENT_PROVIDER: 'sandbox',
    });
  }
});
test.afterAll(() => product?.stop());

interface Visited {
  readonly owner: Person;
  readonly subscriptionId: string;
  /** Values for the parameters of the path; undefined where nothing was made. */
  readonly parameters: Readonly<Record<string, string>> | undefined;
}

for (const path of pages) {
  for (const lng of ['zh', 'en'] as const) {
    test(`app, ${path}: fits every width and theme and has no violation, ${lng}`, async ({
      browser,
      playwright,
    }) => {
      const request = await playwright.request.newContext({ baseURL: product.origin });
      const empty = await visitedProject(request, {});
      const filled = await visitedProject(request, rows[path] ?? {});
      const shown = path.includes(':') ? [] : [empty];
      for (const visited of filled.parameters ? [...shown, filled] : shown) {
        await look(browser, { path, lng, visited });
      }
      expect(
        shown.length > 0 || filled.parameters !== undefined,
        `app/test/screens.ts has to say what \`${path}\` opens`,
      ).toBe(true);
      await request.dispose();
    });
  }
}

/** A project of its own, so that one is seen empty and the other one filled. */
async function visitedProject(request: APIRequestContext, { fill }: AppScreen): Promise<Visited> {
  const [owner] = await signedUp(request, ['Ada Lovelace']);
  const subscriptionId = await project(request, owner, { name: 'Acme Analytics' });
  const call = (entry: Document, input: unknown) => callApp(request, entry, { owner, input });
  const visit = { subscriptionId, call, upload: uploadTo(request, owner) };
  return { owner, subscriptionId, parameters: await fill?.(visit) };
}

const uploadTo =
  (request: APIRequestContext, owner: Tokens): ScreenVisit['upload'] =>
  async (path, { type, base64 }) => {
    const authorization = `Bearer ${owner.idToken}`;
    const headers = { authorization, 'content-type': type };
    const answer = await request.post(path, { headers, data: Buffer.from(base64, 'base64') });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  };

/** Makes the call of the product; names in its path are taken out of the input. */
async function callApp(
  request: APIRequestContext,
  { method, path }: Document,
  { owner, input }: { readonly owner: Tokens; readonly input: unknown },
) {
  const rest = new Map(Object.entries(Object(input)));
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest.get(name)));
    rest.delete(name);
    return value;
  });
  const others = Object.fromEntries(rest);
  const inQuery = method === 'GET' || method === 'DELETE';
  const answer = await request.fetch(address, {
    method,
    headers: { authorization: `Bearer ${owner.idToken}` },
    ...(inQuery ? { params: toQuery(others) } : { data: others }),
  });
  const body = await answer.json();
  expect(answer.ok(), `${method} ${path}: ${JSON.stringify(body)}`).toBe(true);
  return body;
}

const toQuery = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

interface Looked {
  readonly path: string;
  readonly lng: 'en' | 'zh';
  readonly visited: Visited;
}

async function look(browser: Browser, { path, lng, visited }: Looked): Promise<void> {
  const { owner, subscriptionId, parameters = {} } = visited;
  const context = await browser.newContext({ baseURL: product.origin, locale: 'en-US' });
  await prepareLooks(context);
  const page = await context.newPage();
  await enter(page, owner);
  const heard = listen(page);
  const below = path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? name);
  const address = path.startsWith('/') ? below : `/subscription/${subscriptionId}/${below}`;
  await page.goto(`${address}?lng=${lng}`);
  await settled(page, { mayLoad: false });
  await expectFit(page, `app-${path}`, lng);
  expectNone(heard, `app-${path}: logged errors`);
  await context.close();
}

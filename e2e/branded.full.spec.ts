import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type Look, looks, nameOf, pictures, wear } from './support/looks.ts';
import { type OwnProduct, startOwnProduct } from './support/own-product.ts';
import { enter, signIn } from './support/people.ts';
import { makeFolder, startUpMs } from './support/places.ts';
import { project, type SignedUp, signedUp } from './support/seeds.ts';

const config = join(import.meta.dirname, '../config');
const back = 'https://app.example.com/team?tab=2';
const accents = { light: 'rgb(15, 91, 215)', dark: 'rgb(138, 180, 255)' };

test.describe.configure({ mode: 'serial' });

let product: OwnProduct;
let id: string;
let ada: SignedUp;

/** The settings of config/examples/brand.json, with the landing page. */
function writeBrandedConfig(): string {
  const folder = makeFolder('branded');
  const read = (file: string) => JSON.parse(readFileSync(join(config, file), 'utf8'));
  cpSync(join(config, 'locales'), join(folder, 'locales'), { recursive: true });
  cpSync(join(config, 'examples/brand'), join(folder, 'brand'), { recursive: true });
  const file = join(folder, 'hearth.json');
  writeFileSync(file, JSON.stringify({ ...read('hearth.json'), ...read('examples/brand.json') }));
  return file;
}

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(startUpMs);
  product = await startOwnProduct({ HEARTH_CONFIG: writeBrandedConfig() });
  const request = await playwright.request.newContext({ baseURL: product.origin });
  [ada] = await signedUp(request, ['Ada Lovelace']);
  id = await project(request, ada, { name: 'Acme Analytics', planId: 'pro' });
  await request.dispose();
});

test.afterAll(() => product.stop());

const open = (browser: Browser) =>
  browser.newContext({ baseURL: product.origin, reducedMotion: 'reduce', locale: 'en-US' });

const billing = (part = '') => `/subscription/${id}/billing${part}`;
const withReturn = (path: string, url: string) => `${path}?return_url=${encodeURIComponent(url)}`;

/** Faults that the browser reports, such as of the page's policy. */
function listenToFaults(context: BrowserContext): string[] {
  const faults: string[] = [];
  context.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return faults;
}

async function lookAt(page: Page, name: string): Promise<void> {
  await expect(page.locator('h1')).toBeVisible();
  await page.waitForLoadState('networkidle');
  if (pictures) {
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
  const shown = page.locator('body');
  await expect(shown).not.toContainText(/project|项目/i, { useInnerText: true });
  const wide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(wide), name).toBe(0);
}

/** In `npm test` the two that differ most. */
const isWorn = (look: Look) =>
  process.env.HEARTH_LONG === '1' || ['zh-320-dark', 'en-1280-light'].includes(nameOf(look));

for (const look of looks.filter(isWorn)) {
  test(`another product has its own look and words everywhere, ${nameOf(look)}`, async ({
    browser,
  }) => {
    const context = await open(browser);
    const page = await context.newPage();
    const faults = listenToFaults(context);
    const { lng, colorScheme } = look;
    await page.goto(`/signin?lng=${lng}`);
    await wear(page, look);
    const submit = page.locator('button[type=submit]');
    await expect(submit).toHaveCSS('background-color', accents[colorScheme]);
    await expect(page.locator('header img:visible')).toHaveClass(new RegExp(`on-${colorScheme}`));
    await lookAt(page, `branded-signin-${nameOf(look)}`);
    await enter(page, ada);
    for (const [name, path] of Object.entries({
      dashboard: '/dashboard',
      overview: `/subscription/${id}`,
      billing: withReturn(billing(), back),
      cancel: withReturn(billing('/cancel'), back),
      strange: withReturn(billing('/payment-methods'), 'https://evil.example'),
      plans: '/create-plan',
      activity: `/subscription/${id}/activity`,
    })) {
      await page.goto(path);
      await lookAt(page, `branded-${name}-${nameOf(look)}`);
    }
    expect(faults).toEqual([]);
    await context.close();
  });
}

test('a link of another product leads through sign-in to the work and back', async ({
  browser,
}) => {
  const context = await open(browser);
  const page = await context.newPage();
  await page.route('https://app.example.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Team</h1>' }),
  );
  await page.goto(withReturn(billing('/cancel'), back));
  await expect(page).toHaveURL(/\/signin$/);
  await signIn(page, ada);
  await expect(page).toHaveURL(product.origin + withReturn(billing('/cancel'), back));
  const link = page.getByRole('link', { name: 'Back to Kiln Studio' });
  await expect(link).toBeVisible();
  await page.getByRole('textbox', { name: 'Subscription ID' }).fill(id);
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page).toHaveURL(product.origin + billing());
  await link.click();
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible();
  expect(page.url()).toBe(back);
  await context.close();
});

test('emails have the look and the words as well', async ({ browser }) => {
  const context = await open(browser);
  const mails = await context.request.get(`/dev/mailbox.json?to=${ada.email}`);
  const bodies: string[] = (await mails.json()).map(({ html }: { html: string }) => html);
  expect(bodies.length).toBeGreaterThan(1);
  for (const html of bodies) {
    expect(html).toContain('background-color:#0f5bd7');
    expect(html).toContain('help@example.com');
    expect(html).not.toMatch(/\bprojects?\b|people who run/i);
  }
  await context.close();
});

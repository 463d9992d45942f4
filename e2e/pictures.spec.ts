import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { applyLink, askForMail, mustCall, signUpByCall } from './support/identity-calls.ts';
import { settled } from './support/looks.ts';
import { mailedLink } from './support/mailbox.ts';
import { startOwnProduct } from './support/own-product.ts';
import { enter, type Person } from './support/people.ts';
import { addCard, call, project, rename, type SignedUp } from './support/seeds.ts';

/** Only `npm run screenshots` makes these: the pictures of the README, with a few months of life in them. */
const folder = join(import.meta.dirname, '../docs/images');
const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const weeks = 13;

test('pictures of the README', async ({ browser, playwright }) => {
  const product = await startOwnProduct();
  try {
    const request = await playwright.request.newContext({ baseURL: product.origin });
    const { ada, acme } = await live(request);
    await mkdir(folder, { recursive: true });
    const visit = { person: ada, now: await productTime(request) };
    const context = { baseURL: product.origin, locale: 'en-US', reducedMotion: 'reduce' as const };
    const wide = { viewport: { width: 1280, height: 800 } };

    const light = await (await browser.newContext({ ...context, ...wide })).newPage();
    await open(light, visit);
    await take(light, '/dashboard', 'dashboard');
    await take(light, `/subscription/${acme}/billing`, 'billing');
    await take(light, `/subscription/${acme}/users`, 'users');

    const dark = await (
      await browser.newContext({
        ...context,
        viewport: { width: 1280, height: 720 },
        colorScheme: 'dark',
      })
    ).newPage();
    await open(dark, visit);
    await take(dark, `/subscription/${acme}`, 'overview-dark');

    const phone = await (
      await browser.newContext({ ...context, viewport: { width: 375, height: 760 } })
    ).newPage();
    await open(phone, visit);
    const pictures = [
      await shoot(phone, `/subscription/${acme}`),
      await shoot(phone, `/subscription/${acme}/activity?lng=zh`),
    ];
    await phone.goto('about:blank');
    await phone.setViewportSize({ width: 798, height: 760 });
    const images = pictures.map(
      (picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`,
    );
    await phone.setContent(`<body style="margin:0;display:flex;gap:48px">${images.join('')}`);
    await phone.screenshot({ path: join(folder, 'phone.png'), omitBackground: true });
    await request.dispose();
  } finally {
    await product.stop();
  }
});

interface Visit {
  readonly person: Person;
  /** The browser's clock follows the product's, which was moved ahead. */
  readonly now: string;
}

async function open(page: Page, { person, now }: Visit): Promise<void> {
  await page.clock.setFixedTime(now);
  await enter(page, person);
}

async function take(page: Page, path: string, name: string): Promise<void> {
  await writeFile(join(folder, `${name}.png`), await shoot(page, path));
}

async function shoot(page: Page, path: string): Promise<Buffer> {
  await page.goto(path);
  await settled(page, { mayLoad: false });
  await page.waitForLoadState('networkidle');
  return page.screenshot();
}

async function productTime(request: APIRequestContext): Promise<string> {
  return (await (await request.get('/dev/clock.json')).json()).now;
}

/** A few months of a small company, week by week. */
async function live(request: APIRequestContext): Promise<{ ada: SignedUp; acme: string }> {
  const [first, grace, alan, katherine, chen, mary] = await Promise.all([
    newcomer(request, 'Ada Lovelace', 'ada@acme.example'),
    newcomer(request, 'Grace Hopper', 'grace@acme.example'),
    newcomer(request, 'Alan Turing', 'alan@acme.example'),
    newcomer(request, 'Katherine Johnson', 'kj@acme.example'),
    newcomer(request, '陈嘉怡', 'chen@acme.example'),
    newcomer(request, 'Mary Jackson', 'mary@acme.example'),
  ]);
  let ada = first;
  await askForMail(request, { requestType: 'VERIFY_EMAIL', idToken: ada.idToken });
  await applyLink(request, await mailedLink(request, ada.email, 'verify-email'));
  const acme = await project(request, ada, { name: 'Acme', planId: 'pro' });
  const nordwind = await project(request, ada, { name: 'Nordwind Logistics', planId: 'pro' });
  const bakery = await project(request, ada, { name: 'Bakery on the Corner' });
  const old = await project(request, ada, { name: 'Winter campaign', planId: 'pro' });
  await bring(request, [ada, grace], { id: acme, permissions: ['access', 'admin'] });
  await bring(request, [ada, alan], { id: acme, permissions: ['access', 'editor'] });
  await bring(request, [ada, chen], { id: nordwind, permissions: ['access'] });
  await bring(request, [ada, mary], { id: bakery, permissions: ['access', 'editor'] });

  const story: Readonly<Record<number, () => Promise<unknown>>> = {
    3: () => rename(request, ada, { id: acme, name: 'Acme Analytics' }),
    5: () => call(request, ada, 'cancelSubscription', { subscriptionId: old, confirmationId: old }),
    6: () => changePlan(request, ada, { id: acme, planId: 'enterprise' }),
    9: () => changePlan(request, ada, { id: acme, planId: 'pro' }),
    11: async () => {
      const studio = await project(request, ada, { name: 'Studio Lumen', planId: 'enterprise' });
      await bring(request, [ada, await again(request, chen)], {
        id: studio,
        permissions: ['access'],
      });
      await bring(request, [ada, await again(request, grace)], {
        id: studio,
        permissions: ['access'],
      });
    },
    12: async () => {
      const member = await again(request, katherine);
      await bring(request, [ada, member], { id: acme, permissions: ['access', 'editor'] });
      await bring(request, [ada, await again(request, mary)], {
        id: acme,
        permissions: ['access'],
      });
      await breakCard(request, ada, nordwind);
    },
  };
  for (let week = 1; week <= weeks; week += 1) {
    await advance(request, weekMs);
    ada = await again(request, ada);
    await story[week]?.();
  }

  // The last days, so that each person was seen at another time and the newest events are not of one minute.
  await advance(request, 8 * hourMs);
  await see(request, mary, acme);
  await advance(request, 41 * hourMs);
  await see(request, katherine, acme);
  await call(request, await again(request, grace), 'updateUserPermissions', {
    subscriptionId: acme,
    userId: alan.localId,
    permissions: ['access', 'editor', 'admin'],
  });
  await advance(request, 20 * hourMs);
  await call(request, await again(request, alan), 'createInvite', {
    subscriptionId: acme,
    email: 'hedy@example.com',
    permissions: ['access', 'editor'],
  });
  await advance(request, 3 * hourMs);
  await see(request, grace, acme);
  await call(request, await again(request, ada), 'createInvite', {
    subscriptionId: acme,
    email: 'annie.easley@example.com',
    permissions: ['access'],
  });
  await advance(request, hourMs / 3);
  return { ada, acme };
}

function newcomer(request: APIRequestContext, name: string, email: string): Promise<SignedUp> {
  return signUpByCall(request, { name, email, password: 'correct horse' });
}

async function advance(request: APIRequestContext, advanceMs: number): Promise<void> {
  await request.post('/dev/clock', { data: { advanceMs } });
}

/** Opens the project, which the list of users tells. */
async function see(request: APIRequestContext, person: SignedUp, id: string): Promise<void> {
  await call(request, await again(request, person), 'getBillingSummary', { subscriptionId: id });
}

/** Tokens are good for an hour, and a week has passed. */
async function again(request: APIRequestContext, person: SignedUp): Promise<SignedUp> {
  const { email, password } = person;
  const body = { email, password, returnSecureToken: true };
  return { ...person, ...(await mustCall(request, 'accounts:signInWithPassword', body)) };
}

/** Invites a person, who accepts by the mailed link. */
async function bring(
  request: APIRequestContext,
  [host, guest]: readonly [SignedUp, SignedUp],
  { id, permissions }: { id: string; permissions: string[] },
): Promise<void> {
  const input = { subscriptionId: id, email: guest.email, permissions };
  const { inviteId } = await call(request, host, 'createInvite', input);
  const known = async () => new URL(await mailedLink(request, guest.email, 'invitation'));
  await expect.poll(async () => (await known()).searchParams.get('id')).toBe(inviteId);
  const token = (await known()).searchParams.get('token');
  await call(request, guest, 'acceptInvite', { inviteId, token });
}

async function changePlan(
  request: APIRequestContext,
  owner: SignedUp,
  { id, planId }: { id: string; planId: string },
): Promise<void> {
  await call(request, owner, 'changeSubscriptionPlan', { subscriptionId: id, planId });
}

/** The default card is one that the next renewal cannot be charged to. */
async function breakCard(request: APIRequestContext, owner: SignedUp, id: string): Promise<void> {
  const paymentMethodId = await addCard(request, owner, { id, number: '4000000000000341' });
  await call(request, owner, 'setDefaultPaymentMethod', { subscriptionId: id, paymentMethodId });
}

import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { askForMail } from './support/identity-calls.ts';
import { settled } from './support/looks.ts';
import { mailedLink } from './support/mailbox.ts';
import { enter } from './support/people.ts';
import { invite, join, project, signedUp, verify } from './support/seeds.ts';

/** Nothing in them where a line could end. */
const names = {
  'a word of 60 letters': 'Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenausz',
  '200 letters': 'W'.repeat(200),
};

const ofProject = [
  '',
  '/users',
  '/users/invite',
  '/settings',
  '/activity',
  '/billing',
  '/billing/change-plan',
  '/billing/change-plan?plan=enterprise',
  '/billing/cancel',
  '/billing/update-details',
  '/billing/payment-methods',
  '/billing/transfer-ownership',
];
const ofPerson = [
  '/dashboard',
  '/profile',
  '/edit-name',
  '/edit-email',
  '/change-password',
  '/delete-account',
  '/sessions',
  '/create-plan?plan=pro',
  '/dev/mailbox',
];

for (const [shape, name] of Object.entries(names)) {
  test(`${shape} as every name: no page scrolls sideways`, async ({ page, request, context }) => {
    const { owner, id, visited } = await nameEverything(request, name);
    const wide: string[] = [];
    for (const path of visited) {
      wide.push(...(await overflowsOf(page, path)));
    }
    await context.clearCookies();
    await enter(page, owner);
    for (const path of [
      ...ofPerson,
      ...visited,
      ...ofProject.map((part) => `/subscription/${id}${part}`),
    ]) {
      wide.push(...(await overflowsOf(page, path)));
    }
    expect(wide).toEqual([]);
  });
}

/** A project with two people and an open invite; its owner is invited to another one. */
async function nameEverything(request: APIRequestContext, name: string) {
  const [owner, other] = await signedUp(request, [name, name]);
  await askForMail(request, { requestType: 'VERIFY_EMAIL', idToken: owner.idToken });
  const verification = await mailedLink(request, owner.email, 'verify-email');
  await verify([owner, other]);
  const id = await project(request, owner, { name, planId: 'pro' });
  await join(request, [owner, other], { id, permissions: ['access', 'admin', 'editor'] });
  await invite(request, owner, { id, email: `${'l'.repeat(60)}@${'d'.repeat(60)}.example.com` });
  const others = await project(request, other, { name });
  await invite(request, other, { id: others, email: owner.email });
  const invitation = await mailedLink(request, owner.email, 'invitation');
  const visited = [verification, invitation].map((link) => link.slice(new URL(link).origin.length));
  return { owner, id, visited };
}

/** Widths at which the page is wider than the window, and by how much. */
async function overflowsOf(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(path);
  await settled(page, { mayLoad: false });
  const found: string[] = [];
  for (const width of [320, 375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const by = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (by > 0) {
      found.push(`${path} at ${width}: ${by} px`);
    }
  }
  return found;
}

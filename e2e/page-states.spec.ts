import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { applyLink } from './support/identity-calls.ts';
import { mailedLink } from './support/mailbox.ts';
import { buyProject } from './support/paid-project.ts';
import { createProject, newPerson, signUp } from './support/people.ts';
import { inviteByScreen } from './support/team.ts';

interface Look {
  readonly name: string;
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  readonly lng: string;
}

/** The narrowest, in the colours and words that fewest of us see every day. */
const hardestLook: Look = {
  name: 'phone, dark, Chinese',
  width: 320,
  colorScheme: 'dark',
  lng: 'zh',
};

/** With it, the widths, languages and themes that people use. */
const furtherLooks: readonly Look[] = [
  { name: 'wide, light, English', width: 1280, colorScheme: 'light', lng: 'en' },
  { name: 'wide, dark, Chinese', width: 1280, colorScheme: 'dark', lng: 'zh' },
  { name: 'phone, light, Chinese', width: 320, colorScheme: 'light', lng: 'zh' },
  { name: 'phone, dark, English', width: 320, colorScheme: 'dark', lng: 'en' },
];

const looks = process.env.HEARTH_LONG ? [hardestLook, ...furtherLooks] : [hardestLook];

for (const look of looks) {
  const { name, lng } = look;

  test(`every screen is accessible and fits: ${name}`, async ({ page, request }) => {
    // Thirty screens with an accessibility scan each.
    test.setTimeout(300_000);
    const { email } = await signUp(page);
    const id = await createProject(page, 'Acme Analytics');
    const invited = newPerson();
    await inviteByScreen(page, { id, email: invited.email });
    const invitation = await mailedLink(request, invited.email, 'invitation');
    await wear(page, look);
    const paths = [
      '/dashboard',
      '/create-plan',
      '/profile',
      '/edit-name',
      '/edit-email',
      '/change-password',
      '/delete-account',
      '/sessions',
      '/dev/mailbox',
      '/dev/clock',
      '/dev/ui',
      '/auth/action?mode=verifyEmail&oobCode=wrong',
      '/nowhere',
      `/subscription/${id}`,
      `/subscription/${id}/settings`,
      `/subscription/${id}/users`,
      `/subscription/${id}/users?search=nobody`,
      `/subscription/${id}/users/invite`,
      `/subscription/${id}/activity`,
      `/subscription/${id}/billing/transfer-ownership`,
      invitation,
    ];
    for (const path of paths) {
      await expectGoodPage(page, withLanguage(path, lng));
    }
    await page.context().clearCookies();
    const publicPaths = [
      '/signin',
      '/signup',
      '/reset-password',
      '/auth/callback',
      '/dev/identity-provider?state=s&nonce=n',
      '/auth/action',
      '/auth/action?mode=nonsense&oobCode=some',
      await resetLink(request, email),
      await mailedLink(request, email, 'verify-email'),
      await undoLink(request, email),
      invitation,
      withoutToken(invitation),
      '/invite?id=unknown',
      '/invite',
      '/auth/callback',
      '/dev/identity-provider',
    ];
    for (const path of publicPaths) {
      await expectGoodPage(page, withLanguage(path, lng));
    }
  });
}

for (const look of looks) {
  test(`every screen of billing is accessible and fits: ${look.name}`, async ({
    page,
    request,
  }) => {
    test.setTimeout(240_000);
    const person = await signUp(page);
    const { id, invoice } = await buyProject(request, person);
    await wear(page, look);
    const billing = `/subscription/${id}/billing`;
    const paths = [
      '/create-plan?plan=pro',
      `/subscription/${id}`,
      billing,
      `${billing}/change-plan`,
      `${billing}/change-plan?plan=enterprise`,
      `${billing}/cancel`,
      `${billing}/payment-methods`,
      `${billing}/update-details`,
      invoice,
    ];
    for (const path of paths) {
      await expectGoodPage(page, withLanguage(path, look.lng));
    }
  });
}

async function wear(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 800 });
  await page.addInitScript(watchOverflow);
}

interface WatchedWindow {
  overflow?: { readonly by: number; readonly tags: string };
}

/** Looks at every frame, since a page that is still loading must fit too. */
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

/** The elements that were wider than the page at any moment so far. */
function widestOverflow(): string {
  const { overflow } = globalThis as WatchedWindow;
  return overflow ? `${overflow.by} px: ${overflow.tags}` : '';
}

/** The copied link. */
function withoutToken(link: string): string {
  const url = new URL(link);
  url.searchParams.delete('token');
  return url.href;
}

function withLanguage(path: string, lng: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}lng=${lng}`;
}

async function resetLink(request: APIRequestContext, email: string): Promise<string> {
  const data = { requestType: 'PASSWORD_RESET', email };
  await request.post('/v1/accounts:sendOobCode?key=hearth-local', { data });
  return await mailedLink(request, email, 'reset-password');
}

async function undoLink(request: APIRequestContext, email: string): Promise<string> {
  await applyLink(request, await mailedLink(request, email, 'verify-email'));
  return await mailedLink(request, email, 'revert-verification');
}

/** The browser's own note of a refusal that the page shows in words. */
const refusedCall = /the server responded with a status of 40[03]/;

async function expectGoodPage(page: Page, address: string): Promise<void> {
  const faults: string[] = [];
  page.on('console', (message) => {
    // An address without a screen answers 404, which the browser notes too.
    const isMissingPage = message.location().url === page.url() && / 404 /.test(message.text());
    if (message.type() === 'error' && !refusedCall.test(message.text()) && !isMissingPage) {
      faults.push(message.text());
    }
  });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(widestOverflow), `${address} scrolls sideways`).toBe('');
  // The other mode opens a page for each scan, which only frames of other origins need.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    address,
  ).toEqual([]);
  expect(faults, `${address} logs errors`).toEqual([]);
  page.removeAllListeners('console');
}

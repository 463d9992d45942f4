import { expect, test } from '@playwright/test';
import { emulator } from './support/places.ts';
import { readRequests, wrongAmong } from './support/stripe-requests.ts';

const pinnedVersion = '2026-10-28.endive';
/** Ours begin with the id of an intent or a subscription; those of the package with its name. */
const ourKey = /^(preview-[0-9a-f-]{36}$|[A-Za-z0-9]{20,24}(-|$))/;

test('the journeys have sent Stripe nothing wrong, and everything under our key', async () => {
  const requests = await readRequests(emulator.url);
  expect(wrongAmong(requests)).toEqual([]);

  const fromServer = requests.filter(({ ua }) => !/Mozilla/.test(ua ?? ''));
  const posts = fromServer.filter(({ method }) => method === 'POST');
  expect(posts.length).toBeGreaterThan(5);
  expect(posts.filter(({ idem }) => !ourKey.test(idem ?? ''))).toEqual([]);
  expect(new Set(fromServer.map(({ version }) => version))).toEqual(new Set([pinnedVersion]));
});

test('the browser has talked to Stripe itself, and every event has been taken in', async () => {
  const requests = await readRequests(emulator.url);
  const fromBrowser = requests.filter(({ ua }) => /Mozilla/.test(ua ?? ''));
  expect(fromBrowser.map(({ method, path }) => `${method} ${path}`)).toContain(
    'POST /v1/payment_methods',
  );
  const deliveries: readonly { readonly attempts: readonly unknown[] }[] = await (
    await fetch(`${emulator.url}/_control/deliveries`)
  ).json();
  expect(deliveries.length).toBeGreaterThan(0);
  expect(deliveries.filter(({ attempts }) => attempts.at(-1) !== 200)).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listInvites } from '@hearth/contract';
import { afterEach, expect, it } from 'vitest';
import { createSend } from './api/send.ts';
import { isCardExpired } from './card-expiry.ts';
import { daysFromNow } from './i18n/format-date-time.ts';
import { noteProductTime, productNow } from './product-time.ts';

/** They measure how long something took, or name the year of a copyright. */
const byTheBrowser = [
  'app/crash-boundary.tsx',
  'features/front/front-frame.tsx',
  'shared/password/use-password-policy.ts',
  'shared/product-time.ts',
];

const dayMs = 86_400_000;

const answerAt = (atMs: number) =>
  Response.json({}, { headers: { 'x-hearth-time': new Date(atMs).toISOString() } });

afterEach(() => noteProductTime(answerAt(Date.now())));

it('is the time of the server’s latest answer, whatever the browser’s clock says', async () => {
  const send = createSend({
    apiKey: 'key',
    region: 'us-central1',
    origin: '',
    fetch: async () => answerAt(Date.now() + 400 * dayMs),
  });
  await send(listInvites, {});
  const inTwoYears = new Date(Date.now() + 800 * dayMs);
  expect(daysFromNow(inTwoYears.toISOString())).toBe(400);
  const lastMonth = new Date(Date.now() + 370 * dayMs);
  const card = { exp_month: lastMonth.getMonth() + 1, exp_year: lastMonth.getFullYear() };
  expect(isCardExpired(card)).toBe(true);
});

it('is the browser’s time if the server’s differs by less than a minute or is not said', () => {
  noteProductTime(answerAt(Date.now() + 30_000));
  expect(Math.abs(productNow() - Date.now())).toBeLessThan(1000);
  noteProductTime(Response.json({}));
  expect(Math.abs(productNow() - Date.now())).toBeLessThan(1000);
});

it('stays where it was after an answer without it', () => {
  noteProductTime(answerAt(Date.now() + dayMs));
  noteProductTime(Response.json({}));
  expect(productNow() - Date.now()).toBeGreaterThan(dayMs - 5000);
});

it('is what every screen goes by', () => {
  const folder = join(import.meta.dirname, '..');
  const asking = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .filter((path) => /Date\.now\(\)|new Date\(\)/.test(readFileSync(join(folder, path), 'utf8')));
  expect(asking.sort()).toEqual(byTheBrowser);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { formatCount, writeIn } from './format.ts';
import { formatDateTime, formatWeekday } from './format-date-time.ts';
import {
  changeLanguage,
  formatDate,
  formatDay,
  formatMoney,
  loadWords,
  offeredLanguages,
  startI18n,
} from './index.ts';

const config = {
  ...testConfig,
  languages: { en: 'English', de: 'Deutsch', ar: 'العربية' },
  wordVersions: { de: 'abc123', ar: 'def456' },
};

const app = async () => ({ refusals: {}, activity: {}, tasks: { title: 'Tasks' } });

const served: Record<string, object> = {
  '/words/de/public-abc123.json': { auth: { welcome: 'Willkommen' } },
  '/words/de/home-abc123.json': { dashboard: { seats_one: '{{count, number}} Platz' } },
  '/words/de/all-abc123.json': { dashboard: { seats_other: '{{count, number}} Plätze' } },
  '/words/de/app-abc123.json': { app: { tasks: { title: 'Aufgaben' } } },
  '/words/ar/public-def456.json': { auth: { welcome: 'أهلاً' } },
};

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('i18nextLng', 'de');
  vi.stubGlobal('fetch', async (address: string) => {
    const words = served[address];
    return words ? Response.json(words) : new Response(null, { status: 404 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  writeIn('en');
});

it('a language with a folder: comes from the server, part by part', async () => {
  const i18n = await startI18n(config, { en: app, zh: app });
  const read = (key: string) => i18n.getResource('de', 'translation', key);
  expect(i18n.language).toBe('de');
  expect(document.documentElement.lang).toBe('de');
  expect(read('auth.welcome')).toBe('Willkommen');
  expect(read('dashboard')).toBeUndefined();

  await loadWords('home');
  await loadWords('all');
  expect(i18n.t('dashboard.seats' as never, { count: 1 })).toBe('1 Platz');
  expect(i18n.t('dashboard.seats' as never, { count: 2000 })).toBe('2.000 Plätze');
  expect(read('app.tasks.title')).toBe('Aufgaben');
});

it('a browser that reads the language of another country: reads this one', async () => {
  localStorage.clear();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-AT']);
  expect((await startI18n(config)).language).toBe('de');
});

it('a language that is not offered: is not taken', async () => {
  expect((await startI18n(testConfig)).language).not.toBe('de');
  expect(Object.keys(offeredLanguages())).toEqual(['en', 'zh']);
});

it('dates, times, counts and money: are written as the language does, and in English again afterwards', async () => {
  await startI18n(config);
  const instant = new Date(2026, 10, 20, 21, 7).toISOString();
  expect(formatDate(instant, 'de')).toBe('20. Nov. 2026');
  expect(formatDay(instant, 'de')).toBe('20. Nov.');
  expect(formatDateTime(instant, 'de')).toBe('20. Nov. 2026, 21:07');
  expect(formatWeekday(instant, 'de')).toBe('Freitag');
  expect(formatMoney(123_450, 'eur')).toBe('1.234,50\u00a0€');
  expect(formatMoney(5_000, 'jpy')).toBe('5.000\u00a0¥');
  expect(formatCount(12_345)).toBe('12.345');

  await changeLanguage('en');
  expect(formatDate(instant, 'en')).toBe('Nov 20, 2026');
  expect(formatMoney(123_450, 'eur')).toBe('€1,234.50');
  expect(formatCount(12_345)).toBe('12,345');
});

it('a language that is written from right to left: turns the page, and back', async () => {
  await startI18n(config);
  expect(document.documentElement.dir).toBe('');
  await changeLanguage('ar');
  expect(document.documentElement.dir).toBe('rtl');
  await changeLanguage('en');
  expect(document.documentElement.dir).toBe('');
});

it('words that cannot be fetched: the language stays as it was', async () => {
  const i18n = await startI18n(config);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 500 }));
  await expect(changeLanguage('ar')).rejects.toThrow('The words public of ar answered 500.');
  expect(i18n.language).toBe('de');
});

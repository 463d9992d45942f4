import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  activityActions,
  minorDigits,
  type RefusalCode,
  refusals,
  resetPassword,
  sendOobCode,
  signInWithPassword,
} from '@hearth/contract';
import type { i18n as I18n } from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { ApiError } from '../api-error.ts';
import { formatCount } from './format.ts';
import {
  changeLanguage,
  formatDate,
  formatDay,
  formatMoney,
  loadWords,
  loadWordsFor,
  startI18n,
  toText,
} from './index.ts';
import { auth as enAction } from './locales/en/action.ts';
import { en } from './locales/en/index.ts';
import { invitation as enInvitation } from './locales/en/invitation.ts';
import { auth as zhAction } from './locales/zh/action.ts';
import { zh } from './locales/zh/index.ts';
import { invitation as zhInvitation } from './locales/zh/invitation.ts';

function browserSpeaks(...languages: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(languages[0] ?? '');
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: the detector reads this cookie.
  document.cookie = 'i18next=; max-age=0';
  history.replaceState(null, '', '/');
  document.documentElement.lang = 'en';
});

describe('startI18n', () => {
  it('prefers the query, then the cookie, then local storage, then session storage', async () => {
    browserSpeaks('en');
    sessionStorage.setItem('i18nextLng', 'zh');
    expect((await startI18n(testConfig)).language).toBe('zh');

    localStorage.setItem('i18nextLng', 'en');
    expect((await startI18n(testConfig)).language).toBe('en');

    // biome-ignore lint/suspicious/noDocumentCookie: the detector reads this cookie.
    document.cookie = 'i18next=zh';
    expect((await startI18n(testConfig)).language).toBe('zh');

    history.replaceState(null, '', '/?lng=en');
    expect((await startI18n(testConfig)).language).toBe('en');
  });

  it.each([
    ['zh-CN', 'zh'],
    ['en-GB', 'en'],
  ])('takes a browser that speaks %s for %s', async (spoken, language) => {
    browserSpeaks(spoken);
    const i18n = await startI18n(testConfig);

    expect(i18n.language).toBe(language);
    expect(document.documentElement.lang).toBe(language);
    expect(localStorage.getItem('i18nextLng')).toBe(language);
  });

  it('browser with several languages: takes the first that there is', async () => {
    browserSpeaks('fr-FR', 'de', 'zh-TW', 'en');
    expect((await startI18n(testConfig)).language).toBe('zh');
  });

  it('a place with a language that there is not: the next place is asked', async () => {
    browserSpeaks('zh-CN');
    history.replaceState(null, '', '/?lng=fr');
    localStorage.setItem('i18nextLng', 'de');
    expect((await startI18n(testConfig)).language).toBe('zh');
  });

  it('no language that there is: falls back to English and does not keep it', async () => {
    // The server writes this for such a browser.
    document.documentElement.lang = 'en';
    browserSpeaks('fr-FR');
    expect((await startI18n(testConfig)).language).toBe('en');
    expect(localStorage.getItem('i18nextLng')).toBeNull();

    browserSpeaks('fr-FR', 'zh');
    expect((await startI18n(testConfig)).language).toBe('zh');
  });

  it('a language that is chosen after a fallback: is kept', async () => {
    browserSpeaks('fr-FR');
    await startI18n(testConfig);
    await changeLanguage('en');
    expect(localStorage.getItem('i18nextLng')).toBe('en');
  });

  it('asks the html tag last', async () => {
    browserSpeaks();
    document.documentElement.lang = 'zh';
    expect((await startI18n(testConfig)).language).toBe('zh');
  });

  it('takes the language of a mailed link, unless one is asked for by lng', async () => {
    browserSpeaks('en');
    localStorage.setItem('i18nextLng', 'en');
    history.replaceState(null, '', '/auth/action?lang=zh');
    expect((await startI18n(testConfig)).language).toBe('zh');

    history.replaceState(null, '', '/auth/action?lang=zh&lng=en');
    expect((await startI18n(testConfig)).language).toBe('en');

    history.replaceState(null, '', '/auth/action?lang=fr');
    expect((await startI18n(testConfig)).language).toBe('en');
  });

  it('loads one language only', async () => {
    browserSpeaks('zh');
    expect((await startI18n(testConfig)).hasResourceBundle('en', 'translation')).toBe(false);
  });

  it('Chinese: has no space between Chinese letters, and keeps those of a name', async () => {
    browserSpeaks('zh');
    const { t } = await startI18n(testConfig);
    await loadWords('all');
    expect(t('auth.social.continueWith', { provider: t('auth.social.names.yahoo') })).toBe(
      '使用雅虎继续',
    );
    expect(t('auth.social.continueWith', { provider: 'Google' })).toBe('使用 Google 继续');
    expect(t('users.removed', { name: '欧阳 明远' })).toBe('欧阳 明远已被移除。');
    expect(t('users.removed', { name: 'Ada Lovelace' })).toBe('Ada Lovelace 已被移除。');
    expect(t('subscription.state.ends', { date: '9月7日' })).toBe('9月7日结束');
  });

  it.each(['Kiln', '炉火'])(
    'Chinese: sets %s apart in every sentence as its letters want it',
    async (name) => {
      browserSpeaks('zh');
      const { t, services } = await startI18n({ ...testConfig, productName: name });
      await loadWords('all');
      await loadWords('action');
      const { translation } = services.resourceStore.data.zh ?? {};
      const sentences = listFilled(translation as object).flatMap((line) => {
        const [key = '', filled = ''] = line.split(': ');
        const values = Object.fromEntries(
          filled.split(',').map((one) => [one, counted.has(one) ? 12 : name]),
        );
        return filled === '' ? [] : [String(t(key as never, values))];
      });
      expect(sentences.length).toBeGreaterThan(400);
      const wrong =
        /\p{Script=Han} \p{Script=Han}| {2}|^ | $| [，。：（）”]|[，。：（“] |\p{Script=Han}[\p{Script=Latin}\d]|[\p{Script=Latin}\d]\p{Script=Han}/u;
      expect(sentences.filter((sentence) => wrong.test(sentence))).toEqual([]);
    },
  );

  it('Chinese: uses the sentence for one if there is one', async () => {
    browserSpeaks('zh');
    const words = async () => ({ refusals: {}, activity: { added_other: '{{count}} 个' } });
    const { t } = await startI18n(testConfig, { en: words, zh: words });
    await loadWords('all');
    expect(t('invites.submit', { count: 1 })).toBe('发送邀请');
    expect(t('invites.submit', { count: 2 })).toBe('发送 2 份邀请');
    expect(t('users.selected', { count: 1 })).toBe('已选择 1 位');
    expect(t('app.activity.added' as never, { count: 1 })).toBe('1 个');
  });

  it('Chinese single quotes: no sentence has them, so that the apostrophe of a name is a narrow one', () => {
    const marks = readFileSync(join(import.meta.dirname, '../../fonts/fonts.css'), 'utf8')
      .split('@font-face')
      .filter((face) => face.includes('"Chinese Marks"'));
    expect(marks.filter((face) => /2018|2019/.test(face))).toEqual([]);
    expect(JSON.stringify([zh, zhAction, zhInvitation])).not.toMatch(/[‘’]/);
  });

  it('says that two passwords differ with the same sentence everywhere', () => {
    expect(en.account.errors.passwordMismatch).toBe(en.auth.passwordsNoMatch);
    expect(zh.account.errors.passwordMismatch).toBe(zh.auth.passwordsNoMatch);
  });

  it('puts the product name into texts', async () => {
    browserSpeaks('en');
    const i18n = await startI18n(testConfig);
    expect(i18n.t('errors.unreachable.title')).toBe('Hearth cannot be reached');
  });
});

it('has the words before it changes the language', async () => {
  browserSpeaks('en');
  const i18n = await startI18n(testConfig);
  await changeLanguage('zh');

  expect(i18n.t('errors.failedSignIn')).toBe('登录失败');
  expect(document.documentElement.lang).toBe('zh');
  expect(localStorage.getItem('i18nextLng')).toBe('zh');
});

it('gives visitors their words only, and the rest in whichever language follows', async () => {
  browserSpeaks('en');
  const i18n = await startI18n(testConfig);
  expect(i18n.exists('dashboard')).toBe(false);

  await changeLanguage('zh');
  expect(i18n.exists('dashboard')).toBe(false);

  await loadWords('all');
  expect(i18n.exists('dashboard', { returnObjects: true })).toBe(true);

  await changeLanguage('en');
  expect(i18n.getResource('en', 'translation', 'dashboard')).toBeDefined();
});

it.each(['en', 'zh'])('has a sentence for every event in %s', async (language) => {
  browserSpeaks(language);
  const { exists } = await startI18n(testConfig);
  await loadWords('all');
  expect(activityActions.filter((action) => !exists(`activity.sentences.${action}`))).toEqual([]);
});

it('fills the same into the sentences of both languages', () => {
  const inEnglish = listFilled({ ...en, enAction, enInvitation });
  const inChinese = listFilled({ ...zh, enAction: zhAction, enInvitation: zhInvitation });
  // Chinese says "the project" there, since a Latin name would stand between two spaces.
  const named = inEnglish.indexOf('billing.change.keeps: date,project');
  inEnglish[named] = 'billing.change.keeps: date';
  expect(inChinese.sort()).toEqual(inEnglish.sort());
  expect(inEnglish.length).toBeGreaterThan(1000);
});

const counted = new Set(
  'count,number,from,to,total,used,limit,max,most,free,done,all,more,ms,status,each'.split(','),
);

/** Placeholders of each text, with the key of the text. */
function listFilled(words: object, path = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) => {
    if (typeof value === 'object') {
      return listFilled(value, `${path}${key}.`);
    }
    const names = [...String(value).matchAll(/\{\{(\w+)/g)].map(([, name]) => name);
    return `${path}${key}: ${[...new Set(names)].sort()}`;
  });
}

describe('toText', () => {
  const refused = (refusal: RefusalCode) =>
    new ApiError('x', { code: 'unknown', refusal, httpStatus: 400 });
  const lacking = ({ exists }: I18n, codes: readonly RefusalCode[]) =>
    codes.filter((code) => !exists(`errors.refusals.${code}`));

  it.each(['en', 'zh'])('has words for every refusal in %s', async (language) => {
    browserSpeaks(language);
    const i18n = await startI18n(testConfig);
    await loadWords('all');
    expect(lacking(i18n, Object.keys(refusals) as RefusalCode[])).toEqual([]);
  });

  it('has words for what the public screens can be refused', async () => {
    browserSpeaks('en');
    const i18n = await startI18n(testConfig);
    expect(lacking(i18n, signInWithPassword.refusals)).toEqual([]);

    // These two only a program can bring about that is not ours.
    const foreign = ['auth/invalid-continue-uri', 'auth/unauthorized-continue-uri'];
    expect(lacking(i18n, ['auth/email-already-in-use'])).toEqual([]);
    expect(lacking(i18n, sendOobCode.refusals)).toEqual(expect.arrayContaining(foreign));
    await loadWords('action');
    expect(lacking(i18n, resetPassword.refusals)).toEqual([]);
  });

  it('fetches the words that a page lacks for a failure', async () => {
    browserSpeaks('en');
    const { t } = await startI18n(testConfig);
    const error = refused('plan/legacy');
    expect(toText(error, t)).toBe('Something went wrong. Please try again.');
    await loadWordsFor(error);
    expect(toText(error, t)).toBe('This plan is no longer offered.');
  });

  it('falls back to the code of the protocol, then to a general sentence', async () => {
    browserSpeaks('en');
    const { t } = await startI18n(testConfig);
    const plain = new ApiError('x', { code: 'aborted', refusal: undefined, httpStatus: 409 });
    const foreign = new ApiError('x', {
      code: 'aborted',
      refusal: 'moon/is-full' as 'access/denied',
      httpStatus: 409,
    });

    expect(toText(plain, t)).toBe('Something changed in the meantime. Please try again.');
    expect(toText(foreign, t)).toBe(toText(plain, t));
    expect(toText(new Error('x'), t)).toBe('Something went wrong. Please try again.');
  });
});

describe('formats', () => {
  it('writes dates as each language does', () => {
    expect(formatDate('2026-03-05T12:00:00.000Z', 'en')).toBe('Mar 5, 2026');
    expect(formatDate('2026-03-05T12:00:00.000Z', 'zh')).toBe('2026年3月5日');
    expect(formatDate(1_772_712_000, 'en')).toBe('Mar 5, 2026');
  });

  it('writes money in US style, with the minor units of its currency', () => {
    expect(formatMoney(123_450, 'usd')).toBe('$1,234.50');
    expect(formatMoney(500, 'jpy')).toBe('¥500');
    expect(formatMoney(-1000, 'eur')).toBe('-€10.00');
  });

  it.each(['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Europe/Berlin'])(
    'writes days in %s as the browser does',
    (timeZone) => {
      const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
      for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2028, 0, 1); at += 37 * 3_600_000) {
        const instant = new Date(at).toISOString();
        expect(formatDate(instant, 'en', timeZone)).toBe(format.format(at));
      }
      expect(formatDate('2027-12-31T11:30:00.000Z', 'zh', 'Pacific/Kiritimati')).toBe(
        '2028年1月1日',
      );
    },
  );

  it.each(['usd', 'eur', 'gbp', 'jpy', 'cny', 'chf'])(
    'writes %s as the browser does',
    (currency) => {
      const digits = minorDigits(currency);
      const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
      const amounts = [0, 1, 5, 99, 100, 105, 99_999, 100_000, 123_456_789, 100_000_000_001];
      for (const amount of amounts.flatMap((one) => (one === 0 ? one : [one, -one]))) {
        expect(formatMoney(amount, currency)).toBe(format.format(amount / 10 ** digits));
      }
    },
  );

  it.each(['en', 'zh'])('writes whole numbers in %s as the browser does', (language) => {
    for (const count of [0, 7, 999, 1000, 12_345, 1_234_567, -1000]) {
      expect(formatCount(count)).toBe(new Intl.NumberFormat(language).format(count));
    }
  });

  it('writes each day of a year as the browser does', () => {
    const [day, date] = [
      new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }),
      new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }),
    ];
    for (let at = Date.UTC(2027, 0, 1, 12); at < Date.UTC(2028, 0, 1); at += 86_400_000) {
      const instant = new Date(at).toISOString();
      expect(formatDay(instant, 'en')).toBe(day.format(at));
      expect(formatDate(instant, 'en')).toBe(date.format(at));
    }
  });
});

it('isolates a name that would turn the sentence around it', async () => {
  const i18n = await startI18n(testConfig);
  const named = (name: string) => i18n.t('auth.social.continueWith', { provider: name });
  expect(named('Google <b>')).toBe('Continue with Google <b>');
  expect(named('عادل')).toBe('Continue with \u2068عادل\u2069');
  expect(named('Ada\u202e')).toBe('Continue with \u2068Ada\u202e\u2069');
});

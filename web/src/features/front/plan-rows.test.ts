import type { PublicPlan } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { compareFeatures, compareLimits } from './plan-rows.ts';

const [plan] = testConfig.plans;
const texts: Readonly<Record<string, string>> = {
  'plans.a.storage': '2 GB',
  'plans.b.storage': '10 GB',
  'plans.a.help': 'Help center',
  'plans.b.help': 'Help center',
  'plans.b.phone': 'Phone support',
  'plans.a.users': '10 users',
  'plans.b.users': '20 users',
  'compare.storage': 'Storage',
  'limits.exports': 'Exports',
};
const say = (key: string) => texts[key] ?? key;

function plans(...changes: readonly Partial<PublicPlan>[]): readonly PublicPlan[] {
  return changes.map((change) => ({ ...(plan ?? expect.fail()), ...change }));
}

describe('features of plans side by side', () => {
  it('keys that end alike and have a name: one row with the text of each plan', () => {
    const two = plans(
      { descriptionKeys: ['plans.a.storage'] },
      { descriptionKeys: ['plans.b.storage'] },
    );
    expect(compareFeatures(two, say)).toEqual([{ label: 'Storage', cells: ['2 GB', '10 GB'] }]);
  });

  it('the same text in every plan: one row of marks', () => {
    const two = plans({ descriptionKeys: ['plans.a.help'] }, { descriptionKeys: ['plans.b.help'] });
    expect(compareFeatures(two, say)).toEqual([{ label: 'Help center', cells: [true, true] }]);
  });

  it('the number of people in every text: no row, since people have their own', () => {
    const two = plans(
      { seats: 10, descriptionKeys: ['plans.a.users'] },
      { seats: 20, descriptionKeys: ['plans.b.users'] },
    );
    expect(compareFeatures(two, say)).toEqual([]);
  });

  it('the number of people in a language with other words for them: no row either', () => {
    const two = plans(
      { seats: 10, descriptionKeys: ['plans.a.users'] },
      { seats: 20, descriptionKeys: ['plans.b.users'] },
    );
    const german = (key: string) => `${key.includes('.a.') ? 10 : 20} Personen inklusive`;
    expect(compareFeatures(two, german)).toEqual([]);
  });

  it.each([
    { seats: [1, 5], storage: ['10 GB', '50 GB'] },
    { seats: [10, 50], storage: ['10 GB', '50 GB'] },
    { seats: [1, 5], storage: ['10 GB for each user', '50 GB for each user'] },
  ])('as many people as another figure has in it: that feature keeps its row, %o', (given) => {
    const two = plans(
      ...given.seats.map((seats, index) => ({ seats, descriptionKeys: [`plans.${index}.space`] })),
    );
    const say = (key: string) => given.storage[Number(key.split('.')[1])] ?? 'Storage';
    expect(compareFeatures(two, say)).toEqual([{ label: 'Storage', cells: given.storage }]);
  });

  it('a feature without a name that one plan has: a row that marks this plan', () => {
    const two = plans({ descriptionKeys: [] }, { descriptionKeys: ['plans.b.phone'] });
    expect(compareFeatures(two, say)).toEqual([{ label: 'Phone support', cells: [false, true] }]);
  });
});

describe('limits of plans side by side', () => {
  it('a number, no limit, and a plan without the limit: three different cells', () => {
    const three = plans({ limits: { exports: 5 } }, { limits: { exports: null } }, { limits: {} });
    expect(compareLimits(three, say)).toEqual([{ label: 'Exports', cells: [5, null, false] }]);
  });
});

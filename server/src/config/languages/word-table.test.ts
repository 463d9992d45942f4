import { expect, it } from 'vitest';
import { fillTable, missingTexts, modelFor, tableFaults } from './word-table.ts';

const english = { seats_one: 'one seat', seats_other: '{{count}} seats', left_zero: 'none' };
const own = { seats_few: '{{count}} места', seats_other: '{{count}} мест' };

it('Russian: has four plural forms, and those that are missing are its own other one', () => {
  const model = modelFor('ru', english);
  expect(tableFaults(own, model)).toEqual([]);
  expect(fillTable(own, model, (text) => text)).toEqual({
    seats_one: '{{count}} мест',
    seats_few: '{{count}} места',
    seats_many: '{{count}} мест',
    seats_other: '{{count}} мест',
    left_zero: 'none',
  });
  const missing = missingTexts(own, model).map(({ path }) => path.join('.'));
  expect(missing.toSorted()).toEqual(['left_zero', 'seats_many', 'seats_one']);
});

it('Japanese: has one plural form', () => {
  expect(missingTexts({}, modelFor('ja', english))).toEqual([
    { path: ['seats_other'], english: '{{count}} seats' },
    { path: ['left_zero'], english: 'none' },
  ]);
});

it('a key that every object has: is no text', () => {
  const given = JSON.parse('{"constructor":"x","__proto__":"y"}');
  expect(tableFaults(given, modelFor('de', english))).toEqual([
    '`constructor`: there is no such text.',
    '`__proto__`: there is no such text.',
  ]);
});

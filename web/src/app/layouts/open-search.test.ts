import { expect, it } from 'vitest';
import { isSearchKey } from './open-search.ts';

const none = { key: 'k', code: 'KeyK', metaKey: false, ctrlKey: false, altKey: false };
const control = { ...none, ctrlKey: true };
const command = { ...none, metaKey: true };

it.each([
  ['Control K on Windows and Linux', control, false],
  ['Command K on an Apple', command, true],
  ['capital K', { ...control, key: 'K' }, false],
  ['Cyrillic letter in the place of K', { ...control, key: 'л' }, false],
  ['K in another place, as on a Dvorak keyboard', { ...control, code: 'KeyV' }, false],
])('%s: asks for the search', (_, event, onApple) => {
  expect(isSearchKey(event, onApple)).toBe(true);
});

it.each([
  ['Control K on an Apple, which deletes to the end of a line', control, true],
  ['Command K on Windows', command, false],
  ['K alone', none, false],
  ['Control Alt K', { ...control, altKey: true }, false],
  ['another Latin letter in the place of K', { ...control, key: 't' }, false],
])('%s: does not ask for the search', (_, event, onApple) => {
  expect(isSearchKey(event, onApple)).toBe(false);
});

import { type HearthRefusalCode, refusals, sayOwnWords } from '@hearth/contract';
import { expect, it } from 'vitest';
import { Refusal } from '../../platform/refusal.ts';
import { encodeCallableRefusal, encodeIdentityRefusal } from '../dialect.ts';

const codes = Object.keys(refusals) as HearthRefusalCode[];
const words = { project: { en: { one: 'workspace', other: 'workspaces' }, zh: '工作区' } };
const say = (sentence: string) => sayOwnWords(sentence, 'en', words);

it.each([
  ['callables', encodeCallableRefusal],
  ['identity', encodeIdentityRefusal],
] as const)(
  'no refusal of %s says “project” where the operator has another word',
  (_name, encode) => {
    const sentences = (saying?: typeof say) =>
      codes.map((code) => JSON.stringify(encode(new Refusal(code), saying).body));
    const ours = /\bprojects?\b/i;
    expect(sentences(say).filter((text) => ours.test(text))).toEqual([]);
    expect(sentences().some((text) => ours.test(text))).toBe(true);
  },
);

it('a sentence of somebody else’s in a refusal stays as it is', () => {
  const code = codes.find((one) => 'speaksInDetail' in refusals[one]) ?? expect.fail();
  const { body } = encodeCallableRefusal(new Refusal(code, 'The project is closed.'), say);
  expect(JSON.stringify(body)).toContain('The project is closed.');
});

import { describe, expect, it } from 'vitest';
import { findAcceptedLanguage } from './asked-language.ts';

describe('an Accept-Language header', () => {
  it.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['en;q=0.1, zh', 'zh'],
    ['en-GB;q=0.3, zh-TW;q=0.7', 'zh'],
    ['zh;q=0.1, en;q=0.2', 'en'],
    ['zh-Hant-TW', 'zh'],
    ['zh-HK, en-US;q=0.9', 'zh'],
    ['en-GB', 'en'],
    ['EN', 'en'],
    ['de, fr;q=0.9, zh;q=0.2', 'zh'],
    ['en;q=0, zh;q=0.1', 'zh'],
    ['zh;q=0, zh-CN;q=0, en;q=0.001', 'en'],
    ['zh;q=0.5, en;q=0.5', 'zh'],
    ['en;q=0, *;q=0.5', 'zh'],
    ['zh;q=0.2, *;q=0.5', 'en'],
    ['en;q=0', undefined],
    ['en;q=0.000', undefined],
    ['*;q=0', undefined],
    ['de-CH, fr;q=0.9', undefined],
    ['zhuang, enm', undefined],
    ['en ; q=0.4 , zh ; q=0.6', 'zh'],
    ['en;q=2, zh;q=0.1', 'zh'],
    ['en;q=x, zh;q=0.1', 'zh'],
    ['en\u0000, zh;q=0.1', 'zh'],
    ['', undefined],
    [',,;q=1,', undefined],
  ])('%j means %s', (header, language) => {
    expect(findAcceptedLanguage(header, ['en', 'zh'])).toBe(language);
  });
});

it.each([
  ['de-AT, en;q=0.5', 'de'],
  ['pt', 'pt-BR'],
  ['pt-PT;q=0.1, pt-BR', 'pt-BR'],
  ['fr, *;q=0.5', 'en'],
])('%j, where German and the Portuguese of Brazil are on, means %s', (header, language) => {
  expect(findAcceptedLanguage(header, ['en', 'de', 'pt-BR'])).toBe(language);
});

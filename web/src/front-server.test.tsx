import { expect, it } from 'vitest';
import { testConfig } from '../test/test-config.ts';
import { drawFront } from './front-server.tsx';

const visit = { path: '/', search: '', language: 'en', locale: 'en-US' } as const;

it('the landing page: has heading, plans, prices and all lower parts', async () => {
  const html = await drawFront(testConfig, visit);
  expect(html).toMatch(/<h1[^>]*>Hearth<\/h1>/);
  expect(html).toContain('$10.00');
  expect(html).toContain('Compare plans');
  expect(html).toContain('What you get');
  // A script would have to put parts into their places, and the page's policy forbids styles of elements.
  expect(html).not.toMatch(/<script|<template| style="/);
});

it('the page of prices in Chinese: has Chinese words only', async () => {
  const html = await drawFront(testConfig, { ...visit, path: '/pricing', language: 'zh' });
  expect(html).toContain('套餐与价格');
  expect(html).toContain('比较套餐');
  expect(html).not.toMatch(/Plans and prices|Compare plans/);
});

it('many visits: a page is drawn once, whatever else is in the query', async () => {
  const one = drawFront(testConfig, visit);
  expect(drawFront(testConfig, { ...visit, search: '?frequency=day&x=1' })).toBe(one);
  expect(drawFront(testConfig, { ...visit, language: 'zh' })).not.toBe(one);
});

it('a page that could not be drawn: is drawn again at the next visit', async () => {
  const [broken] = testConfig.plans;
  const config = { ...testConfig, plans: [{ ...broken, descriptionKeys: null }] };
  const draw = () => drawFront(config as never, visit);
  const failed = draw();
  await expect(failed).rejects.toThrow();
  config.plans = [...testConfig.plans] as never;
  expect(await draw()).toContain('$10.00');
});

it('a language that has a folder: is drawn in its words, with sums as it writes them, and English as before', async () => {
  const words = { front: { pricing: { title: 'Tarife und Preise', per: { month: 'pro Monat' } } } };
  const german = { ...visit, path: '/pricing', language: 'de', words } as const;
  const [html, english] = await Promise.all([
    drawFront(testConfig, german),
    drawFront({ ...testConfig }, visit),
  ]);
  expect(html).toContain('Tarife und Preise');
  expect(html).toMatch(/10,00\s\$/);
  expect(english).toContain('$10.00');
});

it('a name with markup in it: stays text', async () => {
  const html = await drawFront({ ...testConfig, productName: '<script>alert(1)</script>' }, visit);
  expect(html).not.toContain('<script');
});

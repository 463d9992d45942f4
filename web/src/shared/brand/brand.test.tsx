import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { createFakeServer, deadline, visit } from '../../../test/visit.tsx';

const logo = { light: '/brand/l.svg', dark: '/brand/d.svg', wordmark: false, width: 60 };
const brand = {
  support: 'help@kiln.example',
  terms: 'https://kiln.example/terms',
  privacy: 'https://kiln.example/privacy',
};
const home = async () => (await screen.findByRole('banner', {}, deadline)).querySelector('a');

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('the operator’s brand on public pages', () => {
  it('shows the logo of each theme beside the name', async () => {
    await visit('/signin', createFakeServer(), { ...testConfig, brand: { logo } });
    const link = await home();
    const pictures = [...(link?.querySelectorAll('img') ?? [])].map((image) => [
      image.getAttribute('src'),
      image.alt,
      image.className.split(' ')[0],
    ]);
    expect(pictures).toEqual([
      ['/brand/l.svg', '', 'on-light'],
      ['/brand/d.svg', '', 'on-dark'],
    ]);
    expect(link?.textContent).toBe('Hearth');
  });

  it('lets a logo that holds the name stand alone', async () => {
    const wordmark = { ...logo, wordmark: true };
    await visit('/signin', createFakeServer(), { ...testConfig, brand: { logo: wordmark } });
    const link = await home();
    expect(link?.textContent).toBe('');
    expect(link?.querySelector('img')?.alt).toBe('Hearth');
  });

  it.each([
    ['en', 'Terms', 'Privacy', 'Support'],
    ['zh', '服务条款', '隐私政策', '联系我们'],
  ])('links to terms, privacy and help, in %s', async (language, ...names) => {
    localStorage.setItem('i18nextLng', language);
    await visit('/signin', createFakeServer(), { ...testConfig, brand });
    await home();
    const links = names.map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect(links).toEqual([brand.terms, brand.privacy, `mailto:${brand.support}`]);
  });

  it('links to a page once that `front` links to as well', async () => {
    const front = { answers: [], links: [{ labelKey: 'front.terms', url: brand.terms }] };
    await visit('/pricing', createFakeServer(), { ...testConfig, brand, front });
    await screen.findByRole('link', { name: 'Privacy' }, deadline);
    expect(document.querySelectorAll(`a[href="${brand.terms}"]`)).toHaveLength(1);
  });

  it('is Hearth’s own without one', async () => {
    await visit('/signin', createFakeServer());
    const link = await home();
    expect(link?.querySelector('svg')).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Support' })).toBeNull();
  });
});

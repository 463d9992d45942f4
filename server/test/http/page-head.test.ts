import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monthlyYearly } from '../harness/plan-prices.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';

describe('what those read who run no JavaScript', () => {
  let app: TestApp;
  beforeAll(async () => {
    const env = { PUBLIC_URL: 'http://localhost:3000' };
    app = await createTestApp({ env, product: { landing: true } });
  });
  afterAll(() => app.close());

  const get = (url: string, headers: Record<string, string> = {}, of = app) =>
    of.server.inject({ url, headers: { host: 'localhost:3000', ...headers } });

  it.each([
    [
      '/',
      'One place for your team, your plan and your bills · Hearth',
      'Create a project, invite your team, and see every charge before it happens.',
    ],
    [
      '/pricing',
      'Plans and prices · Hearth',
      'What Hearth costs: Free $0.00 per week, Pro $10.00 per week, Enterprise $30.00 per week.',
    ],
    [
      '/signin',
      'Sign in · Hearth',
      'Sign in to manage your account, your team and your subscriptions.',
    ],
    [
      '/pricing?lng=zh',
      '套餐与价格 · Hearth',
      'Hearth 的价格：免费版每周 $0.00、专业版每周 $10.00、企业版每周 $30.00。',
    ],
  ])('names and describes %s, for search engines and previews of links', async (...asked) => {
    const [url, title, description] = asked;
    const { body } = await get(url);
    const address = `http://localhost:3000${url.replace(/\?.*/, '')}`;
    expect(body).toContain(`<title>${title}</title>`);
    expect(body).toContain(`<meta name="description" content="${description}">`);
    expect(body).toContain(`<link rel="canonical" href="${address}">`);
    expect(body).toContain(
      `<meta property="og:title" content="${title.replace(' · Hearth', '')}">`,
    );
    expect(body).toContain(`<meta property="og:description" content="${description}">`);
    expect(body).toContain(`<meta property="og:url" content="${address}">`);
    expect(body).toContain('content="http://localhost:3000/social-preview.png"');
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(body).not.toContain('noindex');
  });

  it.each(['/invite?id=a&token=secret', '/auth/action?oobCode=secret', '/dashboard', '/profile'])(
    'asks search engines to leave %s out, and repeats nothing of its address',
    async (url) => {
      const { body } = await get(url);
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(body).not.toContain('canonical');
      expect(body).not.toContain('og:url');
      expect(body).not.toContain('secret');
    },
  );

  it.each([
    ['/', {}, '/||en||4'],
    [
      '/pricing?currency=eur',
      { 'accept-language': 'zh-CN,en' },
      '/pricing|?currency=eur|zh|zh-CN|4',
    ],
    ['/pricing', { cookie: 'hearth-session=some' }, '/pricing||en||4'],
    ['/pricing/', {}, '/pricing||en||4'],
    ['/Pricing', {}, '/pricing||en||4'],
  ])(
    'sends the page at %s as the web draws it, in the first answer: %j',
    async (url, headers, drawn) => {
      expect((await get(url, headers)).body).toContain(`<div id="root"><h1>${drawn}</h1></div>`);
    },
  );

  it('a page that cannot be drawn: is sent without it', async () => {
    const { body, statusCode } = await get('/pricing?fails');
    expect(statusCode).toBe(200);
    expect(body).toContain('<div id="root"></div>');
  });

  it.each(['/server/front.mjs', '/server/'])(
    'keeps %s, which is the server’s, to itself',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );

  it('tells a browser without JavaScript that the product needs it', async () => {
    for (const url of ['/', '/pricing', '/signin']) {
      expect((await get(url)).body).toContain('<noscript><p>Hearth needs JavaScript.');
    }
  });

  it('writes a Chinese name of the product without spaces into Chinese', async () => {
    const env = { PUBLIC_URL: 'http://localhost:3000' };
    const own = await createOwnTestApp({ env, product: { productName: '炉火' } });
    const { body } = await get('/pricing?lng=zh', {}, own);
    expect(body).toContain('炉火的价格：');
    expect(body).toContain('<p>炉火需要 JavaScript');
    expect(body).not.toMatch(/炉火 \p{Script=Han}/u);
  });

  it('names each price of a plan in its first currency, per week, month or year', async () => {
    const product = { landing: true, ...monthlyYearly() };
    const several = await createOwnTestApp({ product });
    const en = (await get('/pricing', {}, several)).body;
    expect(en).toContain(
      'Free $0.00 per month, Pro $40.00 per month or $400.00 per year, Enterprise $120.00 per month',
    );
    expect(en).not.toMatch(/per week|€/);
    const zh = (await get('/pricing?lng=zh', {}, several)).body;
    expect(zh).toContain('免费版每月 $0.00、专业版每月 $40.00 或每年 $400.00、企业版');
    expect(zh).not.toContain('每周');
  });

  it('describes the product to phones that keep it on their home screen', async () => {
    const answer = await get('/manifest.webmanifest');
    expect(answer.headers['content-type']).toContain('application/manifest+json');
    expect(answer.json()).toMatchObject({ name: 'Hearth', start_url: '/dashboard' });
    expect((await get('/signin')).body).toContain('rel="manifest" href="/manifest.webmanifest"');
  });

  it('without a landing page: / is described as the sign-in page, where it leads', async () => {
    const { body } = await get('/', {}, await createOwnTestApp({}));
    expect(body).toContain('<title>Sign in · Hearth</title>');
    expect(body).toContain('<link rel="canonical" href="http://localhost:3000/signin">');
  });

  it('texts of the configuration cannot break out', async () => {
    const hostile = await createOwnTestApp({
      product: { landing: true, productName: '"><script>alert(1)</script>' },
    });
    const { body } = await get('/', {}, hostile);
    expect(body).not.toContain('<script>alert');
  });
});

describe('the start page with a landing page', () => {
  it('leads those who are signed in to the dashboard, and visitors nowhere', async () => {
    const app = await createOwnTestApp({ product: { landing: true } });
    const headers = { host: 'localhost:3000' };
    expect((await app.server.inject({ url: '/', headers })).statusCode).toBe(200);

    const cookie = 'hearth-session=some';
    const answer = await app.server.inject({ url: '/', headers: { ...headers, cookie } });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('/dashboard');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('switched off: leads on in the browser, as the specification has it', async () => {
    const app = await createOwnTestApp({});
    const headers = { host: 'localhost:3000', cookie: 'hearth-session=some' };
    const answer = await app.server.inject({ url: '/', headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('"landing":false');
  });
});

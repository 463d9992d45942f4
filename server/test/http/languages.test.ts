import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { popupHandlerPath, updateUser } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receivedMails } from '../harness/mailbox.ts';
import { plantFrench } from '../harness/planted-language.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { createPerson, document, expectRefusal, sendOobCode } from '../harness/wire-client.ts';

describe('a language of config/locales', () => {
  let app: TestApp;
  const folder = mkdtempSync(join(tmpdir(), 'hearth-languages-'));
  beforeAll(async () => {
    const files = {
      'screens.json': { auth: { signIn: { title: 'Bon <b>retour</b>' } } },
      'pages.json': {
        page: { titles: { '/signin': 'Connexion & plus' } },
        popup: { title: 'Connexion <i>ici</i>' },
      },
      'texts.json': { 'plans.free.title': 'Gratuit' },
    };
    const HEARTH_CONFIG = plantFrench(files, { languages: ['en', 'zh', 'fr'] }, folder);
    app = await createTestApp({ env: { HEARTH_CONFIG } });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    app.server.inject({ url, headers: { host: 'localhost:3000', ...headers } });
  const shownConfig = async () => (await get('/config.json')).json();

  it('browser that reads French: gets pages in French, and English if a text is missing', async () => {
    const { body } = await get('/signin', { 'accept-language': 'fr-CA, en;q=0.5' });
    expect(body).toContain('<html lang="fr"');
    expect(body).toContain('<title>Connexion &#38; plus · Hearth</title>');
    expect(body).toContain('Sign in to manage your account');
    expect(body).toContain('<meta property="og:locale" content="fr_FR">');
  });

  it('the page: names the languages in themselves, and the version of the words', async () => {
    const { languages, wordVersions, texts } = await shownConfig();
    expect(languages).toEqual({ en: 'English', zh: '中文', fr: 'Français' });
    expect(wordVersions).toEqual({ fr: expect.stringMatching(/^[0-9a-f]{12}$/) });
    expect(texts.fr).toMatchObject({ 'plans.free.title': 'Gratuit', 'plans.pro.title': 'Pro' });
  });

  it('the words of a part: are kept by browsers under their version, and no other is there', async () => {
    const { wordVersions } = await shownConfig();
    const answer = await get(`/words/fr/public-${wordVersions.fr}.json`);
    expect(answer.json()).toEqual({
      auth: { signIn: { title: 'Bon <b>retour</b>', submit: 'Sign in' } },
    });
    expect(answer.headers['cache-control']).toContain('immutable');
    expect((await get('/words/fr/public-000000000000.json')).statusCode).toBe(404);
    expect((await get(`/words/de/public-${wordVersions.fr}.json`)).statusCode).toBe(404);
  });

  it('markup in a text: is shown as text', async () => {
    const { body } = await get(popupHandlerPath, { 'accept-language': 'fr' });
    expect(body).toContain('<html lang="fr"');
    expect(body).toContain('ici');
    expect(body).not.toContain('<i>');
  });

  it('account: takes the language that is switched on, and no other', async () => {
    const ada = await createPerson(app);
    const choose = (language: string) =>
      document(app, `PATCH /v1/users/${ada.uid}`, { body: { language }, idToken: ada.idToken });
    expect((await choose('fr')).json().language).toBe('fr');
    expectRefusal(await choose('de'), 'request/invalid');
    expect(updateUser.input.safeParse({ uid: ada.uid, language: 'de' }).success).toBe(true);
  });
});

describe('a language that is switched off', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('page: tells nothing of languages, and is in English', async () => {
    const { body } = await app.server.inject({
      url: '/signin?lng=de',
      headers: { 'accept-language': 'de', host: 'localhost:3000' },
    });
    expect(body).toContain('<html lang="en"');
    expect(body).not.toContain('wordVersions');
    expect(body).not.toContain('"languages"');
  });

  it('account that has chosen it: is written to in English', async () => {
    const ada = await createPerson(app);
    await sql`update accounts set language = 'de' where id = ${ada.uid}`.execute(app.db);
    await sendOobCode(app, { requestType: 'PASSWORD_RESET', email: ada.email });
    const mails = await receivedMails(app, ada.email);
    expect(mails.at(-1)).toMatchObject({
      subject: expect.stringContaining('password'),
      html: expect.stringContaining('<html lang="en"'),
    });
  });
});

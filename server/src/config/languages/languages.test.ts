import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PlantedFiles, plantFrench } from '../../../test/harness/planted-language.ts';
import { listMissing } from '../../cli/texts.ts';
import { readProduct } from '../product.ts';

const web = join(import.meta.dirname, '../../../test/web-fixture');
const read = (files: PlantedFiles, settings?: object) =>
  readProduct(plantFrench(files, settings), { web });

/** The faults, without the folder of the test. */
const faultsOf = (files: PlantedFiles, settings?: object) =>
  read(files, settings).faults.map((fault) =>
    fault.replace(/^\/.*?\/(?=locales\/|hearth\.json)/, ''),
  );

describe('a folder of a language', () => {
  it('complete and incomplete groups: English is where it has no text', () => {
    const { otherLanguages, faults } = read({
      'screens.json': { auth: { signIn: { title: 'Bon retour' } } },
      'texts.json': { 'plans.free.title': 'Gratuit' },
    });
    expect(faults).toEqual([]);
    expect(otherLanguages.fr?.screens.public).toEqual({
      auth: { signIn: { title: 'Bon retour', submit: 'Sign in' } },
    });
    expect(otherLanguages.fr?.texts).toMatchObject({
      'plans.free.title': 'Gratuit',
      'plans.pro.title': 'Pro',
    });
    expect(otherLanguages.fr?.pages.page.titles['/signin']).toBe('Sign in');
  });

  it('a plan whose English the operator has replaced: is English until they translate it', () => {
    const settings = { languages: ['en', 'de'] };
    const title = (file: string) =>
      readProduct(file, { web }).otherLanguages.de?.texts['plans.pro.users'];
    const file = plantFrench({}, settings);
    expect(title(file)).toBe('20 Personen inklusive');
    const english = join(dirname(file), 'locales/en.json');
    rmSync(join(dirname(file), 'locales/de'), { recursive: true });
    writeFileSync(english, readFileSync(english, 'utf8').replace('20 users included', '5 users'));
    expect(title(file)).toBe('5 users');
  });

  it('the operator’s word for a project: is in the English gaps', () => {
    const project = { en: { one: 'workspace', other: 'workspaces' }, zh: '工作区' };
    const { otherLanguages } = read({}, { languages: ['en', 'fr'], words: { project } });
    expect(otherLanguages.fr?.screens.home).toMatchObject({
      dashboard: { about: 'About this workspace' },
    });
  });

  it('other words: another version', () => {
    const [one, other] = ['Bon retour', 'Bonjour'].map(
      (title) => read({ 'screens.json': { auth: { signIn: { title } } } }).otherLanguages.fr,
    );
    expect(one?.version).toMatch(/^[0-9a-f]{12}$/);
    expect(one?.version).not.toBe(other?.version);
  });

  it.each<[string, PlantedFiles, string]>([
    [
      'a missing brace',
      { 'screens.json': { dashboard: { hello: 'Bonjour {{name}' } } },
      'locales/fr/screens.json: `dashboard.hello`: a brace is missing or too many in “Bonjour {{name}”.',
    ],
    [
      'an unknown placeholder',
      { 'screens.json': { dashboard: { hello: 'Bonjour {{nom}}' } } },
      'locales/fr/screens.json: `dashboard.hello`: {{nom}} is filled in nowhere; the English text has {{name}}.',
    ],
    [
      'a placeholder that would not be escaped',
      { 'screens.json': { dashboard: { hello: 'Bonjour {{-name}}' } } },
      'locales/fr/screens.json: `dashboard.hello`: {{-name}} is filled in nowhere; the English text has {{name}}.',
    ],
    [
      'the name of another text',
      { 'screens.json': { dashboard: { hello: '$t(auth.signIn.title)' } } },
      'locales/fr/screens.json: `dashboard.hello`: “$t(” would be read as the name of another text.',
    ],
    [
      'an unknown key',
      { 'screens.json': { dashboard: { helo: 'Bonjour' } } },
      'locales/fr/screens.json: `dashboard.helo`: there is no such text.',
    ],
    [
      'a plural form that the language does not have',
      { 'screens.json': { dashboard: { seats_few: '{{count}} places' } } },
      'locales/fr/screens.json: `dashboard.seats_few`: there is no such text.',
    ],
    [
      'a number for a text',
      { 'screens.json': { dashboard: { hello: 1 } } },
      'locales/fr/screens.json: `dashboard.hello`: has to be a text in quotation marks.',
    ],
    [
      'a text for a group',
      { 'screens.json': { dashboard: 'Bonjour' } },
      'locales/fr/screens.json: `dashboard` has to be a group of texts.',
    ],
    [
      'a list for the file',
      { 'pages.json': [] },
      'locales/fr/pages.json: the file has to be a group of texts.',
    ],
    [
      'a key that is no text of emails',
      { 'mails.json': { 'receipt.subject': 'Reçu' } },
      'locales/fr/mails.json: `receipt.subject`: the key of a text of emails begins with `mails.`.',
    ],
    [
      'a value that the email does not have',
      { 'mails.json': { 'mails.receipt.subject': 'Reçu {{sume}}' } },
      expect.stringMatching(
        /^locales\/fr\/mails\.json: `mails\.receipt\.subject`: it has no value \{\{sume}}\. It may say/,
      ) as unknown as string,
    ],
    [
      'a number for a text of emails',
      { 'mails.json': { 'mails.receipt.subject': 1 } },
      'locales/fr/mails.json: the file has to be a list of texts, each in quotation marks.',
    ],
    [
      'a file of another name',
      { 'screen.json': {} },
      'locales/fr/screen.json: no such file is read; a language has screens.json, pages.json, texts.json, mails.json.',
    ],
  ])('%s: is refused with file, key and reason', (_given, files, fault) => {
    expect(faultsOf(files)).toEqual([fault]);
  });

  it('a file that is no JSON: is refused with its name', () => {
    expect(faultsOf({ 'screens.json': '{' })).toEqual([
      expect.stringMatching(/^locales\/fr\/screens\.json: /),
    ]);
  });

  it('markup: is a text like any other', () => {
    const hello = '<b>Bonjour</b> {{name}}';
    const { otherLanguages, faults } = read({ 'screens.json': { dashboard: { hello } } });
    expect(faults).toEqual([]);
    expect(otherLanguages.fr?.screens.home).toMatchObject({ dashboard: { hello } });
  });
});

it.each([
  [['zh'], 'hearth.json: languages: `en` is missing, which stands for missing texts.'],
  [['en', 'en'], 'hearth.json: languages: a tag is there twice.'],
  [['en', 'xx'], /^languages: `xx` has no folder .*config\/locales\/xx\.$/],
  [['en', 'English'], 'hearth.json: languages.1: must be a tag such as de or pt-BR.'],
])('languages %j: are refused', (languages, fault) => {
  const found = faultsOf({}, { languages });
  expect(found).toEqual([typeof fault === 'string' ? fault : expect.stringMatching(fault)]);
});

it('Chinese switched off: its texts may be missing', () => {
  const { texts, faults } = read({}, { languages: ['en'] });
  expect(faults).toEqual([]);
  expect(Object.keys(texts)).toEqual(['en']);
});

describe('texts missing', () => {
  const files = {
    'screens.json': { auth: { signIn: { title: 'Bon retour' } } },
    'pages.json': { popup: { title: 'Connexion' } },
    'mails.json': { 'mails.receipt.heading': '{{sum}} payés' },
  };
  const list = (isJson: boolean, language = 'fr') => {
    const { texts, localeFolders } = read(files, { languages: ['en'] });
    const folders = { web, migrations: '', api: '' };
    return listMissing({ language, isJson }, { texts, localeFolders, folders });
  };

  it('a folder with gaps: names file, key and English text of each, switched on or not', () => {
    const lines = list(false).split('\n');
    expect(lines).toContain('screens.json  auth.signIn.submit: Sign in');
    expect(lines).toContain('screens.json  dashboard.seats_many: {{count, number}} seats');
    expect(lines).toContain('pages.json  popup.waiting: Signing in…');
    expect(lines).toContain('texts.json  plans.free.title: Free');
    expect(lines).toContain('mails.json  mails.common.amountDue: Amount due');
    expect(lines).toContain('mails.json  mails.refund.heading: ');
    const translated = /auth\.signIn\.title|popup\.title|mails\.receipt\.heading/;
    expect(lines.filter((line) => translated.test(line))).toEqual([]);
    expect(lines.at(-1)).toBe(`${lines.length - 1} texts of fr are English.`);
  });

  it('--json: the files to translate', () => {
    expect(JSON.parse(list(true))).toMatchObject({
      'screens.json': { auth: { signIn: { submit: 'Sign in' } } },
      'texts.json': { 'plans.free.title': 'Free' },
    });
  });

  it('a language without a folder: all texts', () => {
    expect(list(false, 'ja')).toContain('screens.json  auth.signIn.title: Welcome back');
    expect(list(false, 'ja')).not.toContain('seats_one');
  });

  it.each(['en', '../fr', ''])('%j: no such language', (language) => {
    expect(() => list(false, language)).toThrow('is no tag of a language with a folder');
  });
});

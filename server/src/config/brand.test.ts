import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../test/harness/make-folder.ts';
import { contrast } from '../platform/colour.ts';
import { toShades } from './accent.ts';
import { ConfigFaults, readConfig } from './config.ts';

const configFolder = join(import.meta.dirname, '../../../config');
const example = JSON.parse(readFileSync(join(configFolder, 'examples/brand.json'), 'utf8'));

/** Takes settings over as an operator does: into config/hearth.json, with files beside it. */
function read(settings: object, files: Readonly<Record<string, string | Buffer>> = {}) {
  const folder = makeFolder('brand');
  cpSync(join(configFolder, 'locales'), join(folder, 'locales'), { recursive: true });
  cpSync(join(configFolder, 'examples/brand'), join(folder, 'brand'), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
  }
  const base = JSON.parse(readFileSync(join(configFolder, 'hearth.json'), 'utf8'));
  writeFileSync(join(folder, 'hearth.json'), JSON.stringify({ ...base, ...settings }));
  return readConfig({ DATA_DIR: folder, HEARTH_CONFIG: join(folder, 'hearth.json') });
}

function faultsOf(settings: object, files?: Readonly<Record<string, string | Buffer>>) {
  try {
    read(settings, files);
    return '';
  } catch (error) {
    return error instanceof ConfigFaults ? error.faults.join('\n') : `bug: ${error}`;
  }
}

describe('the brand of the configuration', () => {
  it('is read from config/examples/brand.json with its files', () => {
    const { brand, texts } = read(example);
    expect(brand).toMatchObject({ support: 'help@example.com', logo: { width: 28 } });
    expect(brand.logo?.light.path).toMatch(/^\/brand\/logo-light-[0-9a-f]{12}\.svg$/);
    expect(brand.favicon?.contentType).toBe('image/svg+xml');
    expect(texts.en?.['front.description']).toMatch(/^Create a workspace, invite/);
    expect(texts.zh?.['front.description']).toMatch(/^创建工作区，/);
  });

  it('is empty if there is none, and texts of the configuration say our word', () => {
    const { brand, texts } = read({});
    expect(brand).toEqual({});
    expect(texts.en?.['front.description']).toMatch(/^Create a project, invite/);
    expect(texts.zh?.['front.description']).toMatch(/^创建项目，/);
  });

  it.each([
    [{ support: 'nobody' }, 'brand.support: must be an email address'],
    [{ terms: 'javascript:alert(1)' }, 'brand.terms: must be an http or https address'],
    [{ favicon: 'icon.gif' }, 'brand.favicon: must be the path of an SVG or PNG file'],
    [{ favicon: 'nothing.svg' }, /brand\.favicon: .*nothing\.svg/],
    [{ favicon: 'text.svg' }, /brand\.favicon: .*text\.svg is no picture of its kind/],
    [{ favicon: 'fake.png' }, /brand\.favicon: .*fake\.png is no picture of its kind/],
    [{ favicon: 'huge.svg' }, /brand\.favicon: .*huge\.svg is larger than 200 kB/],
    [{ accent: { light: 'blue', dark: '#8ab4ff' } }, 'brand.accent.light: must be a color of six'],
    [{ slogan: 'Warm' }, 'slogan'],
  ])('is refused in a sentence: %j', (brand, sentence) => {
    const files = {
      'text.svg': 'hello',
      'fake.png': 'x'.repeat(100),
      'huge.svg': '<svg viewBox="0 0 1 1">'.padEnd(200_001),
    };
    expect(faultsOf({ brand }, files)).toMatch(sentence);
  });
});

describe('the accent', () => {
  it.each([
    ['#b93e0c', '#fb9253'],
    ['#0f5bd7', '#8ab4ff'],
  ])('is taken where it can be read in both themes: %s, %s', (light, dark) => {
    expect(faultsOf({ brand: { accent: { light, dark } } })).toBe('');
  });

  it.each([
    ['light', { light: '#ffcc00', dark: '#8ab4ff' }],
    ['dark', { light: '#0f5bd7', dark: '#0f5bd7' }],
    ['light', { light: '#ffffff', dark: '#8ab4ff' }],
    // Enough for large text only.
    ['light', { light: '#e8590c', dark: '#8ab4ff' }],
    ['dark', { light: '#0f5bd7', dark: '#7f7f7f' }],
    ['dark', { light: '#0f5bd7', dark: '#131110' }],
  ] as const)(
    'is refused in the %s theme with its ratio and the nearest that is taken: %j',
    (look, accent) => {
      const fault = faultsOf({ brand: { accent } });
      const [, ratio = '', nearest = ''] =
        /its contrast with #[0-9a-f]{6} is (\d+(?:\.\d+)?):1, and 4\.5:1 is needed\. The nearest that can is (#[0-9a-f]{6})\./.exec(
          fault,
        ) ?? [];
      expect(fault).toContain(`brand.accent.${look}: ${accent[look]} cannot be read well`);
      expect(Number(ratio)).toBeLessThan(4.5);
      expect(nearest).not.toBe(accent[look]);
      expect(faultsOf({ brand: { accent: { ...accent, [look]: nearest } } })).toBe('');
    },
  );

  it('has text that can be read on it, also under the pointer', () => {
    for (const [accent, look] of [
      ['#0f5bd7', 'light'],
      ['#8ab4ff', 'dark'],
      ['#b93e0c', 'light'],
      ['#fb9253', 'dark'],
    ] as const) {
      const { ink, hover, soft } = toShades(accent, look);
      for (const [one, other] of [
        [ink, accent],
        [ink, hover],
        [accent, soft],
      ] as const) {
        expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

describe('the word for a project', () => {
  it.each([
    [{ project: { en: { one: 'team', other: 'teams' } } }, 'words.project.zh'],
    [{ project: { en: { one: 'team' }, zh: '团队' } }, 'words.project.en.other'],
    [
      { project: { en: { one: '{{x}}', other: 'teams' }, zh: '团队' } },
      'must be a word of at most',
    ],
    [{ user: { en: { one: 'a', other: 'b' }, zh: 'c' } }, 'words'],
  ])('is refused in a sentence: %j', (words, sentence) => {
    expect(faultsOf({ words })).toContain(sentence);
  });
});

describe('origins that billing pages lead back to', () => {
  it.each([
    ['/dashboard', 'is not an origin'],
    ['javascript:alert(1)', 'is not an origin'],
    ['https://app.example.com/', 'written as https://app.example.com'],
    ['https://app.example.com/team', 'written as https://app.example.com'],
    ['https://ada@app.example.com', 'written as https://app.example.com'],
    ['https://аpp.example.com', 'written as https://xn--'],
    ['https://*.example.com', 'has a wildcard'],
    ['http://app.example.com', 'must begin with https'],
  ])('refuse %s in a sentence', (origin, sentence) => {
    expect(faultsOf({ returnOrigins: [origin] })).toContain(sentence);
    expect(faultsOf({ returnOrigins: [{ origin, name: 'App' }] })).toContain(sentence);
  });

  it('duplicate or malformed: refused', () => {
    const origin = 'https://app.example.com';
    expect(faultsOf({ returnOrigins: [origin, { origin, name: 'App' }] })).toContain(
      'more than once',
    );
    expect(faultsOf({ returnOrigins: [{ url: origin }] })).toContain('must be an origin such as');
    expect(faultsOf({ returnOrigins: [origin, 'http://localhost:5173'] })).toBe('');
  });
});

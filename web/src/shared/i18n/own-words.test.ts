import { type OwnWords, sayOwnWords } from '@hearth/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { loadWords, startI18n, type WordsPart } from './index.ts';
import { frontParts as enParts } from './locales/en/front-parts.ts';
import { price as enPrice } from './locales/en/price.ts';
import { frontParts as zhParts } from './locales/zh/front-parts.ts';
import { price as zhPrice } from './locales/zh/price.ts';

const workspace = {
  project: { en: { one: 'workspace', other: 'workspaces' }, zh: '工作区' },
} satisfies OwnWords;
const withEnglish = (one: string, other: string): OwnWords => ({
  project: { en: { one, other }, zh: '工作区' },
});
const organization = withEnglish('organization', 'organizations');

describe('a word of the operator’s own', () => {
  it.each([
    ['Delete the project', 'Delete the workspace', 'Delete the organization'],
    ['Projects', 'Workspaces', 'Organizations'],
    ['A project needs a card.', 'A workspace needs a card.', 'An organization needs a card.'],
    ['Create a project', 'Create a workspace', 'Create an organization'],
    ['A paid project', 'A paid workspace', 'A paid organization'],
    ['The project’s card', 'The workspace’s card', 'The organization’s card'],
    ['{{project}} is a project.', '{{project}} is a workspace.', '{{project}} is an organization.'],
    ['It is projected.', 'It is projected.', 'It is projected.'],
  ])('stands in “%s” as its grammar asks', (text, asWorkspace, asOrganization) => {
    expect(sayOwnWords(text, 'en', workspace)).toBe(asWorkspace);
    expect(sayOwnWords(text, 'en', organization)).toBe(asOrganization);
  });

  it('takes the article of its sound, or the one that is given', () => {
    const say = (one: string) => sayOwnWords('a project', 'en', withEnglish(one, `${one}s`));
    expect(say('unit')).toBe('a unit');
    expect(say('umbrella')).toBe('an umbrella');
    const { zh } = workspace.project;
    const hour = { project: { en: { one: 'hour', other: 'hours', article: 'an' }, zh } } as const;
    expect(sayOwnWords('A project', 'en', hour)).toBe('An hour');
  });

  it('is set apart from Chinese letters if it has none itself', () => {
    const latin: OwnWords = { project: { ...workspace.project, zh: 'Space' } };
    expect(sayOwnWords('该项目已取消。', 'zh', latin)).toBe('该 Space 已取消。');
    expect(sayOwnWords('项目', 'zh', latin)).toBe('Space');
    expect(sayOwnWords('该项目已取消。', 'zh', workspace)).toBe('该工作区已取消。');
  });
});

describe.each(['en', 'zh'])('the words of all screens in %s', (language) => {
  beforeEach(() => {
    localStorage.setItem('i18nextLng', language);
  });

  async function read(words?: OwnWords): Promise<readonly string[]> {
    const i18n = await startI18n({ ...testConfig, ...(words && { words }) });
    await Promise.all((['front', 'invitation', 'action', 'home', 'all'] as const).map(loadWords));
    return listTexts(i18n.getResourceBundle(language, 'translation'));
  }
  const ours = (text: string) => /project|项目/i.test(text.replace(/\{\{[^}]*\}\}/g, ''));

  it.each<[string, WordsPart]>([
    ['public pages', 'public'],
    ['pages about the product', 'front'],
    ['the invite page', 'invitation'],
    ['pages behind mailed links', 'action'],
    ['the dashboard', 'home'],
    ['all other pages', 'all'],
  ])(
    'say neither “project” nor “项目” on %s, where the operator has another word',
    async (_name, part) => {
      const i18n = await startI18n({ ...testConfig, words: workspace });
      await loadWords(part);
      expect(listTexts(i18n.getResourceBundle(language, 'translation')).filter(ours)).toEqual([]);
    },
  );

  it('are as many as before with another word, and none is ours', async () => {
    const before = await read();
    const after = await read(workspace);
    expect(before.filter(ours).length).toBeGreaterThan(100);
    expect(after.filter(ours)).toEqual([]);
    expect(after).toHaveLength(before.length);
  });

  it('stay as they are if the operator has none', async () => {
    const texts = await read();
    expect(texts.filter((text) => /workspace|工作区/i.test(text))).toEqual([]);
  });

  it('name no project in the parts that are not loaded with them', () => {
    expect(listTexts({ enPrice, zhPrice, enParts, zhParts }).filter(ours)).toEqual([]);
  });
});

function listTexts(words: object): string[] {
  return Object.values(words).flatMap((value) =>
    typeof value === 'object' ? listTexts(value) : [String(value)],
  );
}

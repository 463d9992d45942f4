import { beforeEach, expect, it } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { changeLanguage, loadWords, startI18n } from './index.ts';

const en = {
  refusals: { 'task/not-found': 'There is no such task.' },
  activity: { 'task.created': '{{actor}} added the task “{{title}}”' },
  tasks: { title: 'Tasks' },
};
const zh = {
  refusals: { 'task/not-found': '没有这个任务。' },
  activity: { 'task.created': '{{actor}} 添加了任务“{{title}}”' },
  tasks: { title: '任务' },
};

const loaded: string[] = [];
const load = {
  en: async () => {
    loaded.push('en');
    return en;
  },
  zh: async () => {
    loaded.push('zh');
    return zh;
  },
};

beforeEach(() => {
  loaded.length = 0;
  localStorage.setItem('i18nextLng', 'en');
});

it('words of a product: come with those of the screens, where screens look for them', async () => {
  const i18n = await startI18n(testConfig, load);
  expect(loaded).toEqual([]);
  await loadWords('all');
  const read = (key: string) => i18n.getResource(i18n.language, 'translation', key);
  expect(loaded).toEqual(['en']);
  expect(read('app.tasks.title')).toBe('Tasks');
  expect(i18n.exists('errors.refusals.task/not-found')).toBe(true);
  expect(i18n.exists('activity.sentences.subscription.created')).toBe(true);
  expect(i18n.getResourceBundle('en', 'translation').activity.sentences).toMatchObject(en.activity);
});

it('another language: has its words of the product, and only then', async () => {
  const i18n = await startI18n(testConfig, load);
  await loadWords('all');
  await changeLanguage('zh');
  expect(loaded).toEqual(['en', 'zh']);
  expect(i18n.getResource('zh', 'translation', 'app.tasks.title')).toBe('任务');
});

it('dashboard that leads to pages of the product: has its words, in another language too', async () => {
  const i18n = await startI18n(testConfig, load);
  await loadWords('home');
  expect(loaded).toEqual([]);
  await loadWords('app');
  expect(i18n.getResource('en', 'translation', 'app.tasks.title')).toBe('Tasks');
  await changeLanguage('zh');
  expect(i18n.getResource('zh', 'translation', 'app.tasks.title')).toBe('任务');
});

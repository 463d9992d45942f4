import { expect, it } from 'vitest';
import { closeEdges, markEdges } from './chinese-edges.ts';
import { isolate } from './names.ts';

const say = (before: string, value: string, after: string) =>
  closeEdges(`${before}${markEdges(value)}${after}`);

it.each([
  ['欢迎使用 ', 'Hearth', ' 项目', '欢迎使用 Hearth 项目'],
  ['欢迎使用', 'Hearth', '项目', '欢迎使用 Hearth 项目'],
  ['欢迎使用 ', '炉火', ' 项目', '欢迎使用炉火项目'],
  ['欢迎使用 ', 'Hearth', ' ，', '欢迎使用 Hearth，'],
  ['（', 'Hearth', '）', '（Hearth）'],
  ['', 'Hearth', ' 项目', 'Hearth 项目'],
  ['前往 ', 'Hearth', '', '前往 Hearth'],
  ['“', 'Hearth', '”', '“Hearth”'],
  ['使用', '微信 Pay', '登录', '使用微信 Pay 登录'],
  ['扣款 ', '$40.00', '。', '扣款 $40.00。'],
  ['付费至', '2028年2月29日', '结束', '付费至 2028年2月29日结束'],
  ['邀请', '欧阳 明远', '加入', '邀请欧阳 明远加入'],
  ['邀请', '', '加入', '邀请加入'],
  ['邀请', isolate('عادل!'), '加入', '邀请 \u2068عادل!\u2069加入'],
  ['邀请', isolate('عادل'), '加入', '邀请 \u2068عادل\u2069 加入'],
])('%s%s%s becomes %s', (before, value, after, expected) => {
  expect(say(before, value, after)).toBe(expected);
});

it('looks past a mark around a name', () => {
  expect(say('邀请', '\u0001欧阳\u0001', ' 加入')).toBe('邀请\u0001欧阳\u0001加入');
});

it('sets two values beside each other apart where one is Chinese', () => {
  expect(closeEdges(`${markEdges('专业版')}${markEdges('Pro')}`)).toBe('专业版 Pro');
  expect(closeEdges(`${markEdges('专业版')}${markEdges('年付')}`)).toBe('专业版年付');
});

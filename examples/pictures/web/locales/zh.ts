import type { Words } from './en.ts';

export const words: Words = {
  refusals: {
    'picture/not-found': '没有这张图片。',
    'picture/wrong-type': '图片须为 PNG、JPEG 或 WebP 文件。',
  },
  activity: { 'picture.added': '{{actor}} 添加了一张图片' },
  pictures: {
    title: '图片',
    sub: '这个项目的图片。',
    new: '新图片',
    file: '文件',
    hint: 'PNG、JPEG 或 WebP，不超过 2 MB。',
    missing: '请选择文件。',
    add: '添加图片',
    picture: '图片',
    addedOn: '添加日期',
    alt: '{{date}} 的图片',
    empty: '还没有图片',
    emptyHint: '有人添加图片后会显示在这里。',
    mine: '我的图片',
    mineSub: '您在所有项目中添加的图片。',
    latest: '最新图片',
    all: '全部图片',
  },
};

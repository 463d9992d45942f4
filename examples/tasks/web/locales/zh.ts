import type { Words } from './en.ts';

export const words: Words = {
  refusals: { 'task/not-found': '没有这个任务。' },
  activity: {
    'task.created': '{{actor}} 添加了任务“{{title}}”',
    'task.completed': '{{actor}} 完成了任务“{{title}}”',
  },
  tasks: {
    title: '任务',
    sub: '这个项目的任务。',
    new: '新任务',
    add: '添加任务',
    done: '完成：{{title}}',
    empty: '还没有任务',
    hint: '有人添加任务后会显示在这里。',
    missing: '请填写标题。',
  },
};

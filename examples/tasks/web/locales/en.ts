export const words = {
  refusals: { 'task/not-found': 'There is no such task.' },
  activity: {
    'task.created': '{{actor}} added the task “{{title}}”',
    'task.completed': '{{actor}} completed the task “{{title}}”',
  },
  tasks: {
    title: 'Tasks',
    sub: 'Tasks of this project.',
    new: 'New task',
    add: 'Add the task',
    done: 'Done: {{title}}',
    empty: 'No tasks yet',
    hint: 'Tasks appear here once someone adds one.',
    missing: 'Please enter a title.',
  },
} as const;

/** Words of another language have the keys of English. */
export type Words = {
  readonly [Group in keyof typeof words]: {
    readonly [Key in keyof (typeof words)[Group]]: string;
  };
};

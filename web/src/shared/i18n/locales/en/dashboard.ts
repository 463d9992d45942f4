export const dashboard = {
  title: 'Projects',
  greeting: 'Hi {{name}}, welcome back!',
  greetingUnnamed: 'Hi, welcome back!',
  count_one: '{{count}} project',
  count_other: '{{count}} projects',
  create: 'Create new project',
  list: 'Your projects',
  created: 'Created {{date}}',
  emptyTitle: 'No projects yet',
  empty: 'A project holds your plan, your team and your invoices. The free plan takes one click.',
} as const;

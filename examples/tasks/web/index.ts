import { type AppWeb, defineWeb } from '@hearth/web/define';
import ListTodo from 'lucide-react/icons/list-todo';
// Makes the names that the contract registers known here: screens, refusals and actions.
import type {} from '../contract/index.ts';
import type { words } from './locales/en.ts';

declare module '@hearth/contract' {
  interface Register {
    readonly words: typeof words;
  }
}

export const web: AppWeb = defineWeb({
  words: {
    en: async () => (await import('./locales/en.ts')).words,
    zh: async () => (await import('./locales/zh.ts')).words,
  },
  subscriptionPages: [
    {
      path: 'tasks',
      load: async () => (await import('./tasks/tasks-page.tsx')).TasksPage,
      entry: { label: 'app.tasks.title', Icon: ListTodo },
    },
  ],
});

import type { AppScreens } from '@hearth/contract';
import { createTask } from '../contract/tasks/tasks.ts';

/** How the accessibility walk fills each screen. It opens them in both languages and themes, and at two widths. */
export const screens: AppScreens = {
  tasks: {
    async fill({ subscriptionId, call }) {
      await call(createTask, { subscriptionId, title: 'Sweep the hearth' });
      return {};
    },
  },
};

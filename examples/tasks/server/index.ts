import { defineServer, type Slot } from '@hearth/server/kit';
import { contract } from '../contract/index.ts';
import { clearTaskAuthor, countTasks, listOwnTasks } from './tasks/task-store.ts';
import { createTask, listTasks, updateTask } from './tasks/tasks.ts';

export const server: Slot = defineServer({
  contract,
  operations: { createTask, listTasks, updateTask },
  hooks: {
    async beforeAccountDeletion(tx, { uid }) {
      await clearTaskAuthor(tx, uid);
    },
    exportAccount: async (db, uid) => ({ tasks: await listOwnTasks(db, uid) }),
    countUsed: async (db, subscriptionId) => ({ tasks: await countTasks(db, subscriptionId) }),
  },
});

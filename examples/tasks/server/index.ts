import { type AppServer, defineServer } from '@hearth/server/app';
import { contract } from '../contract/index.ts';
import { clearTaskAuthor, countTasks, listOwnTasks } from './tasks/task-store.ts';
import { createTask, listTasks, updateTask } from './tasks/tasks.ts';

export const server: AppServer = defineServer({
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

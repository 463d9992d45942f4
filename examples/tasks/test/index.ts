import { definePromises, type Promises } from '@hearth/server/testing';
import { contract } from '../contract/index.ts';

/** Access to each call, written down a second time: a test compares it with the product. */
export const promises: Promises = definePromises(contract, {
  authorization: {
    listTasks: { who: 'member', input: ({ subscriptionId }) => ({ subscriptionId }) },
    createTask: {
      who: { any: ['tasks'] },
      input: ({ subscriptionId }) => ({ subscriptionId, title: 'Any' }),
    },
    updateTask: {
      who: { any: ['tasks'] },
      async input({ subscriptionId, make }) {
        const task = await make(contract.calls.createTask, { subscriptionId, title: 'Any' });
        return { subscriptionId, taskId: task.id, done: true };
      },
    },
  },
  unrecorded: {},
});

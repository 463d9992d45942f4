import {
  change,
  randomId,
  read,
  recordActivity,
  refuseUnless,
  requireWithin,
} from '@hearth/server/app';
import * as contract from '../../contract/tasks/tasks.ts';
import { countTasks, findTasks, insertTask, setDone } from './task-store.ts';

export const listTasks = read(contract.listTasks, async ({ subscriptionId }, { db }) => ({
  tasks: await findTasks(db, subscriptionId),
}));

/** Adds a task, as long as the plan allows one more. */
export const createTask = change(
  contract.createTask,
  async ({ subscriptionId, title }, { tx, limits, ...context }) => {
    requireWithin(limits, 'tasks', await countTasks(tx, subscriptionId));

    const { caller, clock } = context;
    const added = { id: randomId(20), subscriptionId, authorId: caller.uid, title };
    const task = await insertTask(tx, { ...added, at: clock.now() });
    const event = { action: 'task.created', subscriptionId, values: { title } } as const;
    await recordActivity(tx, event, context);
    return task;
  },
);

export const updateTask = change(
  contract.updateTask,
  async ({ subscriptionId, taskId: id, done }, { tx, ...context }) => {
    const task = await setDone(tx, { id, subscriptionId, done });
    refuseUnless(task, 'task/not-found');
    if (done) {
      const values = { title: task.title };
      await recordActivity(tx, { action: 'task.completed', subscriptionId, values }, context);
    }
    return task;
  },
);

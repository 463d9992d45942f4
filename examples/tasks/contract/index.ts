import {
  count,
  defineActivity,
  defineCalls,
  defineContract,
  defineRefusals,
} from '@hearth/contract';
import * as z from 'zod/mini';
import { createTask, listTasks, updateTask } from './tasks/tasks.ts';

export const calls = defineCalls({ createTask, listTasks, updateTask });

export const refusals = defineRefusals({
  'task/not-found': { status: 'NOT_FOUND', message: 'There is no such task.' },
});

export const activity = defineActivity(['task.created', 'task.completed']);

export const limits = z.strictObject({ tasks: count });

export const pages = ['tasks'] as const;

declare module '@hearth/contract' {
  interface Register {
    readonly refusals: typeof refusals;
    readonly activity: typeof activity;
    readonly limits: typeof limits;
    readonly pages: typeof pages;
  }
}

/** Contract of the product. */
export const contract = defineContract({ calls, refusals, activity, limits, pages });

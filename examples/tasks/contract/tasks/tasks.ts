import { anyPermission, appCall, instant, member, subscriptionId } from '@hearth/contract';
import * as z from 'zod/mini';

const task = z.object({
  id: z.string(),
  title: z.string(),
  done: z.boolean(),
  created_at: instant,
});

export type Task = z.infer<typeof task>;

/** Tasks of a project, newest first. */
export const listTasks = appCall({
  method: 'GET',
  path: '/api/subscriptions/{subscriptionId}/tasks',
  access: member,
  input: z.strictObject({ subscriptionId }),
  output: z.object({ tasks: z.array(task) }),
  refusals: [],
});

/** Adds a task. */
export const createTask = appCall({
  method: 'POST',
  path: '/api/subscriptions/{subscriptionId}/tasks',
  access: anyPermission('tasks'),
  input: z.strictObject({
    subscriptionId,
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  }),
  output: task,
  refusals: ['subscription/unpaid', 'plan/limit-reached'],
});

/** Marks a task as done, or as open again. */
export const updateTask = appCall({
  method: 'PATCH',
  path: '/api/subscriptions/{subscriptionId}/tasks/{taskId}',
  access: anyPermission('tasks'),
  input: z.strictObject({ subscriptionId, taskId: z.string(), done: z.boolean() }),
  output: task,
  refusals: ['subscription/unpaid', 'task/not-found'],
});

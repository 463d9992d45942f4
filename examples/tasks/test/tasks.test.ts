import { createProduct, expectRefusal } from '@hearth/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../contract/index.ts';
import { server } from '../server/index.ts';

describe('tasks', () => {
  let product: Awaited<ReturnType<typeof createProduct>>;
  beforeAll(async () => {
    product = await createProduct(server, new URL('../', import.meta.url));
  });
  afterAll(() => product.close());

  const { createTask, listTasks, updateTask } = contract.calls;

  it('a holder of the permission: adds a task and completes it, and the activity says so', async () => {
    const { owner, subscriptionId } = await product.createTeam();
    const member = await product.joinTeam({ owner, subscriptionId }, ['access', 'tasks']);
    const title = 'Sweep the hearth';

    const added = await product.call(createTask, { subscriptionId, title }, member);
    const { id: taskId } = added.json();
    const done = { subscriptionId, taskId, done: true };
    expect((await product.call(updateTask, done, member)).statusCode).toBe(200);

    const listed = await product.call(listTasks, { subscriptionId }, owner);
    expect(listed.json().tasks).toMatchObject([{ title, done: true }]);
    expect(await product.listActions(subscriptionId, owner)).toEqual(
      expect.arrayContaining(['task.created', 'task.completed']),
    );
  });

  it('a member without the permission: reads, and adds nothing', async () => {
    const team = await product.createTeam();
    const { subscriptionId } = team;
    const member = await product.joinTeam(team);
    expect((await product.call(listTasks, { subscriptionId }, member)).statusCode).toBe(200);
    const task = { subscriptionId, title: 'No' };
    expectRefusal(await product.call(createTask, task, member), 'access/denied');
  });

  it('the plan’s last task: is added, and the next is refused', async () => {
    const { owner, subscriptionId } = await product.createTeam();
    const add = () => product.call(createTask, { subscriptionId, title: 'One more' }, owner);
    for (let tasks = 0; tasks < Number(product.limits.tasks); tasks += 1) {
      expect((await add()).statusCode).toBe(200);
    }
    expectRefusal(await add(), 'plan/limit-reached');
  });

  it('an unpaid project: changes nothing', async () => {
    const { owner, subscriptionId } = await product.createTeam();
    await product.setStatus(subscriptionId, 'unpaid');
    const task = { subscriptionId, title: 'Later' };
    expectRefusal(await product.call(createTask, task, owner), 'subscription/unpaid');
  });

  it('another project’s task: is not found', async () => {
    const { owner, subscriptionId } = await product.createTeam();
    const other = await product.createTeam();
    const task = { subscriptionId, title: 'Mine' };
    const { id: taskId } = (await product.call(createTask, task, owner)).json();
    const foreign = { subscriptionId: other.subscriptionId, taskId, done: true };
    expectRefusal(await product.call(updateTask, foreign, other.owner), 'task/not-found');
  });
});

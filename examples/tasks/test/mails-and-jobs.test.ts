import { defineCalls, defineContract } from '@hearth/contract';
import { change, defineServer, enqueueJob, type MailText, sendMail, sql } from '@hearth/server/app';
import { createProduct } from '@hearth/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../contract/index.ts';
import { createTask, listTasks, updateTask } from '../contract/tasks/tasks.ts';
import { server } from '../server/index.ts';
import * as tasks from '../server/tasks/tasks.ts';

const en = {
  'task.assigned': ({ title, authorName }: { title: string; authorName: string }): MailText => ({
    subject: `A task for you: ${title}`,
    paragraphs: [authorName === '' ? 'There is a new task.' : `${authorName} has added a task.`],
    button: 'See the tasks',
  }),
  'tasks.waiting': ({ open }: { open: number }): MailText => ({
    subject: `${open} open tasks`,
    paragraphs: ['They wait for you.'],
  }),
};

const zh: typeof en = {
  'task.assigned': ({ title, authorName }) => ({
    subject: `给你的任务：${title}`,
    paragraphs: [authorName === '' ? '有一个新任务。' : `${authorName}添加了一个任务。`],
    button: '查看任务',
  }),
  'tasks.waiting': ({ open }) => ({
    subject: `${open} 个未完成任务`,
    paragraphs: ['它们在等你。'],
  }),
};

declare module '@hearth/contract' {
  interface Register {
    readonly mails: typeof en;
    readonly jobs: { readonly 'app/remind': { readonly subscriptionId: string } };
  }
}

const contract = defineContract({
  calls: defineCalls({ createTask, listTasks, updateTask }),
  limits,
});

/** Adding a task mails the owner, unless it is called `wrong`; completing one reminds all but who did it, by a job. */
const withMails = defineServer({
  contract,
  mails: { en, zh },
  operations: {
    listTasks: tasks.listTasks,
    createTask: change(createTask, async ({ subscriptionId, title }, { tx, ...context }) => {
      await sendMail(
        tx,
        {
          to: { ownerOf: subscriptionId },
          mail: 'task.assigned',
          values: { title, authorName: title === 'posing' ? 'Hearth Security' : 'Ada' },
          link: `/subscription/${subscriptionId}/tasks`,
        },
        context,
      );
      if (title === 'wrong') {
        throw new Error('undone');
      }
      return { id: 'a', title, done: false, created_at: context.clock.now().toISOString() };
    }),
    updateTask: change(updateTask, async ({ subscriptionId, taskId, done }, { tx, clock }) => {
      await enqueueJob(tx, 'app/remind', { subscriptionId });
      if (taskId === 'wrong') {
        throw new Error('undone');
      }
      return { id: taskId, title: '', done, created_at: clock.now().toISOString() };
    }),
  },
  jobs: {
    async 'app/remind'({ subscriptionId }, { db, ...work }) {
      await db.transaction().execute(async (tx) => {
        const to = { membersOf: subscriptionId };
        await sendMail(tx, { to, mail: 'tasks.waiting', values: { open: 3 } }, work);
      });
    },
  },
  due: [
    async (at, { db }) => {
      await sql`
        update app.tasks set done = true where created_at < ${at}::timestamptz - interval '1 day'`.execute(
        db,
      );
    },
  ],
});

describe('a product that mails, has jobs and due work', () => {
  let product: Awaited<ReturnType<typeof createProduct>>;
  beforeAll(async () => {
    product = await createProduct(withMails, new URL('../', import.meta.url));
  });
  afterAll(() => product.close());

  it.each([
    ['en', 'A task for you: Sweep', 'Ada has added a task.'],
    ['zh', '给你的任务：Sweep', 'Ada添加了一个任务。'],
  ])('mails the owner in %s, in the frame of Hearth, with a button', async (language, ...said) => {
    const { owner, subscriptionId } = await product.createTeam();
    await sql`update accounts set language = ${language}, display_name = 'Grace'
      where id = ${owner.uid}`.execute(product.db);
    const input = { subscriptionId, title: 'Sweep' };
    expect((await product.call(createTask, input, owner)).statusCode).toBe(200);

    const mail = (await product.receivedMails(owner.email)).at(-1) ?? expect.fail();
    const [subject, sentence] = said;
    expect(mail).toMatchObject({ kind: 'app', subject });
    expect(mail.text).toContain(sentence);
    expect(mail.text).toContain('Grace');
    expect(mail.html).toContain(`<html lang="${language}">`);
    expect(mail.links).toEqual([
      expect.stringMatching(new RegExp(`^http.*/subscription/${subscriptionId}/tasks$`)),
    ]);
  });

  it('a change that is undone: sends nothing', async () => {
    const { owner, subscriptionId } = await product.createTeam();
    const answer = await product.call(createTask, { subscriptionId, title: 'wrong' }, owner);
    expect(answer.statusCode).toBe(500);
    expect(await kinds(owner.email)).toEqual([]);
  });

  it('a value whose name ends in `name` and poses as the product: is left out', async () => {
    const { owner, subscriptionId } = await product.createTeam();
    await product.call(createTask, { subscriptionId, title: 'posing' }, owner);
    const mail = (await product.receivedMails(owner.email)).at(-1);
    expect(mail?.text).toMatch(/There is a new task\.|有一个新任务。/);
  });

  it('a job: runs once its change has committed, and mails every member', async () => {
    const team = await product.createTeam();
    const member = await product.joinTeam(team);
    const stranger = await product.createPerson();
    const update = (taskId: string) =>
      product.call(
        updateTask,
        { subscriptionId: team.subscriptionId, taskId, done: true },
        team.owner,
      );
    expect((await update('wrong')).statusCode).toBe(500);
    expect(await kinds(member.email)).toEqual([]);
    expect((await update('t')).statusCode).toBe(200);
    expect(await kinds(team.owner.email)).toEqual(['app']);
    expect(await kinds(member.email)).toEqual(['app']);
    expect(await kinds(stranger.email)).toEqual([]);
  });

  it('an account that was deleted before its job ran: gets no mail', async () => {
    const team = await product.createTeam();
    const member = await product.joinTeam(team);
    const input = { subscriptionId: team.subscriptionId, taskId: 't', done: true };
    await product.call(updateTask, input, team.owner);
    await sql`delete from accounts where id = ${member.uid}`.execute(product.db);
    expect(await kinds(member.email)).toEqual([]);
    expect(await kinds(team.owner.email)).toEqual(['app']);
  });

  it('due work: is done with the product’s time', async () => {
    const { owner, subscriptionId } = await product.createTeam();
    const now = product.clock.now();
    const add = (id: string, days: number) =>
      sql`insert into app.tasks (id, subscription_id, title, created_at) values
        (${id}, ${subscriptionId}, ${id}, ${new Date(now.getTime() - days * 86_400_000)})`.execute(
        product.db,
      );
    await add('old', 2);
    await add('new', 0);
    await product.runDue();
    const { tasks: listed } = (await product.call(listTasks, { subscriptionId }, owner)).json();
    expect(listed).toMatchObject([
      { id: 'new', done: false },
      { id: 'old', done: true },
    ]);
  });

  it('a mail without words in a language: stops the start', async () => {
    const { 'tasks.waiting': _, ...less } = zh;
    const halved = { ...server, mails: { en, zh: less } };
    await expect(createProduct(halved, new URL('../', import.meta.url))).rejects.toThrow(
      'app: the mail `tasks.waiting` has no words in `zh`.',
    );
  });

  const kinds = async (email: string) =>
    (await product.receivedMails(email)).map(({ kind }) => kind).filter((kind) => kind === 'app');
});

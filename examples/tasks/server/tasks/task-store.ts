import { type Database, sql, type Transaction } from '@hearth/server/app';
import type { Task } from '../../contract/tasks/tasks.ts';

interface TaskRow {
  readonly id: string;
  readonly title: string;
  readonly done: boolean;
  readonly created_at: Date;
}

const toTask = ({ created_at, ...row }: TaskRow): Task => ({
  ...row,
  created_at: created_at.toISOString(),
});

const columns = sql`id, title, done, created_at`;

export async function findTasks(db: Database, subscriptionId: string): Promise<Task[]> {
  const { rows } = await sql<TaskRow>`
    select ${columns} from app.tasks where subscription_id = ${subscriptionId}
    order by created_at desc, id`.execute(db);
  return rows.map(toTask);
}

export async function countTasks(db: Database, subscriptionId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select count(*)::int as used from app.tasks where subscription_id = ${subscriptionId}`.execute(
    db,
  );
  return rows[0]?.used ?? 0;
}

interface NewTask {
  readonly id: string;
  readonly subscriptionId: string;
  readonly authorId: string;
  readonly title: string;
  readonly at: Date;
}

export async function insertTask(tx: Transaction, task: NewTask): Promise<Task> {
  const { id, subscriptionId, authorId, title, at } = task;
  const { rows } = await sql<TaskRow>`
    insert into app.tasks (id, subscription_id, author_id, title, created_at)
    values (${id}, ${subscriptionId}, ${authorId}, ${title}, ${at})
    returning ${columns}`.execute(tx);
  return toTask(rows[0] ?? { id, title, done: false, created_at: at });
}

interface ChangedTask {
  readonly id: string;
  readonly subscriptionId: string;
  readonly done: boolean;
}

/** Undefined where the project has no such task. */
export async function setDone(
  tx: Transaction,
  { id, subscriptionId, done }: ChangedTask,
): Promise<Task | undefined> {
  const { rows } = await sql<TaskRow>`
    update app.tasks set done = ${done}
    where id = ${id} and subscription_id = ${subscriptionId}
    returning ${columns}`.execute(tx);
  return rows[0] && toTask(rows[0]);
}

export async function clearTaskAuthor(tx: Transaction, uid: string): Promise<void> {
  await sql`update app.tasks set author_id = null where author_id = ${uid}`.execute(tx);
}

export async function listOwnTasks(db: Database, uid: string): Promise<unknown> {
  const { rows } = await sql`
    select subscription_id, title, done, created_at from app.tasks
    where author_id = ${uid} order by created_at`.execute(db);
  return rows;
}

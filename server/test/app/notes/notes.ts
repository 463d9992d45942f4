import {
  anyPermission,
  appCall,
  count,
  defineCalls,
  defineContract,
  included,
  member,
  subscriptionId,
} from '@hearth/contract';
import * as z from 'zod';
import * as mini from 'zod/mini';
import {
  type AppRoutes,
  type AppServer,
  type AppWork,
  change,
  defineServer,
  read,
  refuse,
  requireWithin,
  sql,
} from '../../../src/for-app.ts';
import type { Database } from '../../../src/platform/transaction.ts';

const limits = mini.strictObject({ notes: count, search: included });

const calls = defineCalls({
  addNote: appCall({
    method: 'POST',
    path: '/api/subscriptions/{subscriptionId}/notes',
    access: anyPermission('writer'),
    input: z.strictObject({ subscriptionId, text: z.string() }),
    output: z.object({ id: z.string() }),
    refusals: ['plan/limit-reached'],
  }),
  listNotes: appCall({
    method: 'GET',
    path: '/api/subscriptions/{subscriptionId}/notes',
    access: member,
    input: z.strictObject({ subscriptionId }),
    output: z.object({ notes: z.array(z.string()), limits: z.unknown() }),
    refusals: [],
  }),
});

const contract = defineContract({ calls, limits, pages: ['notes'] });

async function hear(db: Database, hook: string, about: object): Promise<void> {
  await sql`insert into app.heard (hook, about) values (${hook}, ${JSON.stringify(about)})`.execute(
    db,
  );
}

async function countNotes(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select count(*)::int as used from app.notes where subscription_id = ${id}`.execute(db);
  return rows[0]?.used ?? 0;
}

const routes: AppRoutes = async (app, { authenticate }) => {
  app.route({
    method: ['GET', 'POST'],
    url: '/upload/:subscriptionId',
    async handler(request) {
      const { caller, view } = await authenticate(request, member);
      return { uid: caller.uid, plan: view.subscription.planId };
    },
  });
};

const served = defineServer({
  contract,
  operations: {
    addNote: change(calls.addNote, async (input, { tx, caller, limits: allowed }) => {
      const used = await countNotes(tx, input.subscriptionId);
      requireWithin(limits.parse(allowed), 'notes', used);
      const { rows } = await sql<{ id: string }>`
        insert into app.notes (subscription_id, author_id, text)
        values (${input.subscriptionId}, ${caller.uid}, ${input.text}) returning id`.execute(tx);
      return { id: String(rows[0]?.id) };
    }),
    listNotes: read(calls.listNotes, async (input, { db, limits: allowed }) => {
      const { rows } = await sql<{ text: string }>`
        select text from app.notes where subscription_id = ${input.subscriptionId} order by id`.execute(
        db,
      );
      return { notes: rows.map(({ text }) => text), limits: allowed };
    }),
  },
  hooks: {
    async beforePlanChange(db, { subscription, limits: coming }) {
      const most = limits.parse(coming).notes;
      if (most !== null && (await countNotes(db, subscription.id)) > most) {
        refuse('access/denied', 'Too many notes.');
      }
    },
    onPlanChanged: (tx, { at: _, ...about }) => hear(tx, 'onPlanChanged', about),
    onStatusChanged: (tx, { at: _, ...about }) => hear(tx, 'onStatusChanged', about),
    onMemberAdded: (tx, { at: _, ...about }) => hear(tx, 'onMemberAdded', about),
    onMemberRemoved: async (tx, { at: _, ...about }) => {
      await hear(tx, 'onMemberRemoved', about);
      const { rows } = await sql`select from app.notes where text = 'keep me'`.execute(tx);
      if (rows.length > 0) {
        throw new Error('This hook fails.');
      }
    },
    async beforeAccountDeletion(tx, { uid }) {
      await sql`update app.notes set author_id = null where author_id = ${uid}`.execute(tx);
    },
    async exportAccount(db, uid) {
      const { rows } = await sql`select text from app.notes where author_id = ${uid}`.execute(db);
      return { notes: rows };
    },
    countUsed: async (db, id) => ({ notes: await countNotes(db, id) }),
  },
  due: [
    async (_at, { db }) => {
      await hear(db, 'due', {});
    },
  ],
  environment: z.object({ APP_GREETING: z.string().default('Hello') }),
  routes,
});

/** A small product: notes that a plan limits. Its hooks write down that they were called. A full `app/` registers other jobs, so its own is apart. */
export const notes: AppServer = {
  ...served,
  jobs: {
    'app/remind': async (payload: { readonly text: string }, { db, environment }: AppWork) => {
      await hear(db, 'job', { ...payload, ...environment });
    },
  },
};

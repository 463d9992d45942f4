import {
  anyPermission,
  appCall,
  count,
  defineCalls,
  defineContract,
  included,
  operator,
  self,
  subscriptionId,
} from '@hearth/contract';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { change, defineServer, read, requireWithin, sql } from '../../src/for-app.ts';
import { definePromises, holdPromises } from '../testing.ts';

// The free plan of `notes` has two of them, fewer than the promises need.
const limits = mini.strictObject({ notes: count, search: included });

const calls = defineCalls({
  addNote: appCall({
    method: 'POST',
    path: '/api/subscriptions/{subscriptionId}/notes',
    access: anyPermission('writer'),
    input: z.strictObject({ subscriptionId, text: z.string() }),
    output: z.object({ id: z.string() }),
    refusals: ['subscription/unpaid', 'plan/limit-reached'],
  }),
  readNote: appCall({
    method: 'GET',
    path: '/api/subscriptions/{subscriptionId}/notes/{id}',
    access: anyPermission('writer'),
    input: z.strictObject({ subscriptionId, id: z.string() }),
    output: z.object({ id: z.string() }),
    refusals: ['subscription/unpaid'],
  }),
  listNotesOf: appCall({
    method: 'GET',
    path: '/api/people/{uid}/notes',
    access: self,
    input: z.strictObject({ uid: z.string() }),
    output: z.object({ total: z.int() }),
    refusals: [],
  }),
  countAllNotes: appCall({
    method: 'GET',
    path: '/api/notes',
    access: operator,
    input: z.strictObject({}),
    output: z.object({ total: z.int() }),
    refusals: [],
  }),
});

const contract = defineContract({ calls, limits });

const server = defineServer({
  contract,
  operations: {
    addNote: change(calls.addNote, async (input, { tx, limits: allowed }) => {
      const { rows } = await sql<{ id: string }>`
        insert into app.notes (subscription_id, text)
        values (${input.subscriptionId}, ${input.text}) returning id::text`.execute(tx);
      const { rows: all } = await sql`
        select from app.notes where subscription_id = ${input.subscriptionId}`.execute(tx);
      requireWithin(limits.parse(allowed), 'notes', all.length - 1);
      return { id: rows[0]?.id ?? '' };
    }),
    readNote: read(calls.readNote, async ({ id }) => ({ id })),
    listNotesOf: read(calls.listNotesOf, async () => ({ total: 0 })),
    countAllNotes: read(calls.countAllNotes, async () => ({ total: 0 })),
  },
});

const promises = definePromises(contract, {
  authorization: {
    addNote: { who: { any: ['writer'] }, input: (world) => ({ ...idOf(world), text: 'One more' }) },
    readNote: {
      who: { any: ['writer'] },
      async input(world) {
        for (const text of ['one', 'two', 'three']) {
          await world.make(calls.addNote, { ...idOf(world), text });
        }
        return { ...idOf(world), id: '1' };
      },
    },
    listNotesOf: { who: 'self', input: ({ uid }) => ({ uid }) },
    countAllNotes: { who: 'operator', input: () => ({}) },
  },
  unrecorded: { addNote: 'Only tests add these.' },
});

const idOf = ({ subscriptionId: id }: { readonly subscriptionId: string }) => ({
  subscriptionId: id,
});

holdPromises(server, promises, new URL('notes/', import.meta.url));

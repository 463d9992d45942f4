import type { RegisteredMember } from '@hearth/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { AuditEvent } from '../../src/modules/audit/index.ts';
import type { TestApp } from '../harness/test-app.ts';
import type { Answer, Person } from '../harness/wire-client.ts';

/** Actions of Hearth; those of the product on it have tests of their own. */
export type Action = Exclude<AuditEvent['action'], RegisteredMember<'activity'>>;

export interface Row {
  readonly action: Action;
  readonly actor: string | null;
  readonly subject: string;
  readonly subscription: string | null;
  readonly happened_at: Date;
  readonly address: string | null;
  readonly user_agent: string | null;
}

/** Events that one change is expected to have written, and those that it wrote. */
export interface Happening {
  readonly rows: readonly Row[];
  readonly actor: string | null;
  readonly subject: unknown;
  readonly subscription?: string;
  /** Other events of the same call. */
  readonly also?: readonly Action[];
  /** From nowhere, since nobody's request was behind it. */
  readonly origin?: { readonly address: string | null; readonly user_agent: string | null };
}

export const browser = { address: '127.0.0.1', user_agent: 'lightMyRequest' };
export const operator = { address: '', user_agent: 'operator command line' };
/** By the product itself. */
export const nowhere = { address: '', user_agent: '' };
export const someId = expect.stringMatching(/^[\w-]{10,}$/);

/** One action by the call that leads to it. */
export type Changes = Record<string, (app: TestApp) => Promise<Happening>>;

/** Where the origin has been erased. */
export const erased = { address: null, user_agent: null };

export const about = ({ uid }: Pick<Person, 'uid'>) => ({ actor: uid, subject: uid });

export async function writtenBy(app: TestApp, work: () => Promise<unknown>): Promise<Row[]> {
  const { rows: last } = await sql<{ id: string }>`
    select coalesce(max(id), 0) as id from audit_events`.execute(app.db);
  await work();
  const { rows } = await sql<Row>`
    select action, actor_id as actor, subject_id as subject, subscription_id as subscription,
      happened_at, address, user_agent
    from audit_events left join audit_origins on event_id = id
    where id > ${last[0]?.id} order by id`.execute(app.db);
  return rows;
}

/** Events that a successful call wrote. */
export const written = (app: TestApp, work: () => Promise<Answer>) =>
  writtenBy(app, async () => {
    const answer = await work();
    expect(answer.statusCode, answer.body).toBe(200);
  });

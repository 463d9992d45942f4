import { sql } from 'kysely';
import { call } from '../../src/cli/call.ts';
import { type Fault, withFault, wrapPayments } from '../billing/support/payment-faults.ts';
import { findLocation } from '../harness/test-app.ts';
import type { OperatorGift } from './actions.ts';
import { count } from './planted.ts';
import type { World } from './world.ts';

interface Giving {
  readonly world: World;
  readonly projectId: string;
  readonly action: OperatorGift;
  readonly fault: Fault | undefined;
}

/** An operator gives free time on the command line, or ends it; asked again where the answer was lost. */
export async function giveByOperator({ world, projectId, action, fault }: Giving) {
  const { app, planted, isShaky } = world;
  const { rows } = await sql<{ seen: number }>`
    select coalesce(max(number), 0)::int as seen from operator_acts
    where subject_id = ${projectId}`.execute(app.db);
  const { months } = action;
  const act =
    months === 'none'
      ? ['--act', 'end-free-time']
      : ['--act', 'give-free-time', '--months', String(months)];
  const about = ['--subscriptionId', projectId, '--seen', String(rows[0]?.seen ?? 0)];
  const fields = [...about, ...act, '--reason', 'A friend of the house'];
  const { config, db, clock } = app;
  const context = { config, db, clock, location: await findLocation(app), wrap: wrapPayments };
  const enter = async () => {
    try {
      return JSON.parse((await call({ name: 'actOnSubscription', fields }, context)).text);
    } catch (error) {
      return { error: error as Error };
    }
  };
  const first = await withFault(fault, enter);
  const isLost = first.hasHappened && fault?.kind !== 'slow';
  const answer = isLost ? await enter() : first.result;
  if (answer.state === 'done') {
    count(planted, months === 'none' ? 'operator gift ended' : 'operator gift');
  }
  const { error } = answer;
  // Sentences for operators have no class of their own.
  const isBug = error && error.constructor !== Error && !isLost && !isShaky;
  return {
    text: error ? `gift refused: ${error.message}` : JSON.stringify(answer),
    faults: isBug ? [`The gift to ${projectId} failed: ${error.stack}`] : [],
  };
}

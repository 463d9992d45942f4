import { sql } from 'kysely';
import { refund } from '../../src/cli/billing.ts';
import { type Fault, withFault, wrapPayments } from '../billing/support/payment-faults.ts';
import { findLocation } from '../harness/test-app.ts';
import type { OperatorRefund } from './actions.ts';
import type { BookedSubscription } from './books.ts';
import { count } from './planted.ts';
import type { World } from './world.ts';

interface Refunding {
  readonly world: World;
  readonly projectId: string;
  readonly action: OperatorRefund;
  readonly fault: Fault | undefined;
  /** Nobody else changes anything of the project meanwhile. */
  readonly isAlone: boolean;
}

interface Paid {
  readonly id: string;
  readonly total: number;
}

interface Refunded {
  readonly log: string[];
  readonly faults: string[];
}

/** An operator enters `billing refund`, and once more where it did not end well; answers what is wrong about it. */
export async function refundByOperator(refunding: Refunding): Promise<Refunded> {
  const { world, projectId, action, fault, isAlone } = refunding;
  const { rows } = await sql<Paid>`
    select id, total from invoices
    where subscription_id = ${projectId} and status = 'paid' and total > 0
    order by created_at desc limit 3`.execute(world.app.db);
  const invoice = rows[action.which % (rows.length || 1)];
  if (!invoice) {
    return { log: ['  no paid invoice'], faults: [] };
  }
  const before = isAlone ? await readAccess(world, projectId) : undefined;
  const entered = [enter(refunding, invoice, fault)];
  if (action.isTwice) {
    entered.push(enter(refunding, invoice, undefined));
  }
  const first = await Promise.all(entered);
  const isLost = first.some(({ hasFailed }) => hasFailed);
  const answers = [...first, ...(isLost ? [await enter(refunding, invoice, undefined)] : [])];
  const after = isAlone ? await readAccess(world, projectId) : undefined;
  return {
    log: answers.map(({ text }) => `  ${text.split('\n').at(-1)}`),
    faults: [
      ...answers.flatMap(({ bug }) => bug ?? []),
      ...(before === after ? [] : [`${projectId}: a refund made ${after} of ${before}.`]),
    ],
  };
}

interface Entered {
  readonly text: string;
  /** A fault has met it, so the operator does not know what became of it. */
  readonly hasFailed: boolean;
  readonly bug: string | undefined;
}

const parts = { quarter: 4, third: 3 } as const;

async function enter(
  { world: { app, planted, isShaky }, action: { part } }: Refunding,
  { id, total }: Paid,
  fault: Fault | undefined,
): Promise<Entered> {
  const amount = part === 'all' ? undefined : Math.ceil(total / parts[part]);
  const text = amount === undefined ? undefined : (amount / 100).toFixed(2);
  const { config, db, clock } = app;
  const location = await findLocation(app);
  const context = { config, db, location, clock, wrap: wrapPayments };
  if (amount === undefined) {
    planted.refundsOfAll.add(id);
  }
  const { result, hasHappened } = await withFault(fault, async () => {
    try {
      return { text: (await refund({ name: id, amount: text, isAgain: false }, context)).text };
    } catch (error) {
      return { error: error as Error };
    }
  });
  const hasFailed = hasHappened && fault?.kind !== 'slow';
  if ('text' in result) {
    count(planted, 'operator refund');
    return { text: result.text, hasFailed, bug: undefined };
  }
  const { error } = result;
  // Sentences for operators have no class of their own.
  const isBug = error.constructor !== Error && !hasFailed && !isShaky;
  return {
    text: `refund refused: ${error.message}`,
    hasFailed,
    bug: isBug ? `The refund of ${id} failed: ${error.stack}` : undefined,
  };
}

/** Plan, status and end of each running subscription of the project at the provider. */
async function readAccess(world: World, projectId: string): Promise<string> {
  const { subscriptions } = await world.readBooks();
  return subscriptions
    .filter(({ reference }) => reference === projectId)
    .map(describe)
    .join(', ');
}

const describe = ({ id, status, priceIds, endsAt, endedAt, scheduled }: BookedSubscription) =>
  JSON.stringify([id, status, priceIds, endsAt, endedAt, scheduled]);

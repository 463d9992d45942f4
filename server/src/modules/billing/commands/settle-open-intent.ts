import { Refusal } from '../../../platform/refusal.ts';
import { carryOut, undoIntent } from '../intents/carry-out.ts';
import { kindOf, type PayingChangeContext } from '../intents/kind.ts';
import { settleIntent } from '../intents/settle-intent.ts';
import type { Intent, IntentOutcome } from '../records/intent.ts';
import { findIntent, listOpenIntents } from '../records/intent-history-store.ts';
import { leaseIntent, releaseIntent } from '../records/intent-store.ts';
import { getProjectId } from './get-project-id.ts';
import { CommandRefused, type Report, recordOperation, toOutcomeText, toReason } from './report.ts';

interface Settling {
  /** Id of an intent, of its project or of its customer. */
  readonly name: string;
  /** Refuses the intent instead of carrying it out. */
  readonly isRefused: boolean;
}

/** Settles the open intent, or all open ones of the project, that no process holds. */
export async function settleOpenIntent(
  { name, isRefused }: Settling,
  context: PayingChangeContext,
): Promise<Report> {
  const [first = '', ...others] = await listNamed(name, context);
  if (others.length === 0) {
    return { lines: [await settleOne(first, isRefused, context)], isFine: true };
  }
  const lines: string[] = [];
  let isFine = true;
  for (const intentId of [first, ...others]) {
    try {
      lines.push(await settleOne(intentId, isRefused, context));
    } catch (error) {
      if (!(error instanceof CommandRefused)) {
        throw error;
      }
      lines.push(`Intent ${intentId}: ${error.message}`);
      isFine = false;
    }
  }
  return { lines, isFine };
}

/** Lists the intent, or the project's open ones, oldest first. */
async function listNamed(name: string, { db }: PayingChangeContext): Promise<string[]> {
  if (await findIntent(db, name)) {
    return [name];
  }
  const open = await listOpenIntents(db, await getProjectId(name, { db }));
  if (open.length === 0) {
    throw new CommandRefused('No change of this project is open.');
  }
  return open;
}

async function settleOne(
  intentId: string,
  isRefused: boolean,
  context: PayingChangeContext,
): Promise<string> {
  const intent = await leaseOpen(intentId, context);
  const outcome = await (isRefused ? refuseIntent : carryOutNow)(intent, context);
  return `Intent ${intentId} (${intent.request.kind}) is ${toOutcomeText(outcome)}.`;
}

async function leaseOpen(id: string, { db, clock }: PayingChangeContext): Promise<Intent> {
  const entry = await findIntent(db, id);
  if (!entry) {
    throw new CommandRefused('There is no intent with this id.');
  }
  if (entry.outcome) {
    throw new CommandRefused(`This intent has ended already: ${toOutcomeText(entry.outcome)}.`);
  }
  const intent = await leaseIntent(db, id, clock.now());
  if (!intent) {
    throw new CommandRefused(
      'A process is at work on this intent. Try again once its lease has run out, two minutes at most.',
    );
  }
  return intent;
}

async function carryOutNow(intent: Intent, context: PayingChangeContext): Promise<IntentOutcome> {
  try {
    const outcome = await carryOut(intent, context);
    const { subscriptionId } = intent;
    const operation = { subscriptionId, action: 'billing.change-settled' } as const;
    await context.db.transaction().execute((tx) => recordOperation(tx, operation, context));
    return outcome;
  } catch (error) {
    if (error instanceof Refusal) {
      throw new CommandRefused(`${toReason(error)} ${explainOpen(intent, error, context)}`);
    }
    throw error;
  }
}

/** Explains why the intent is still open. */
function explainOpen(intent: Intent, { code }: Refusal, context: PayingChangeContext): string {
  const { kind } = intent.request;
  if (code !== 'billing/rejected') {
    return 'The intent stays open.';
  }
  return kindOf(intent, context).undo
    ? 'The intent stays open, since the provider has done it already or was paid meanwhile.'
    : `The intent stays open, since ${kind} cannot be undone. Remove what the provider objects to, then settle it again.`;
}

async function refuseIntent(intent: Intent, context: PayingChangeContext): Promise<IntentOutcome> {
  const { id, subscriptionId, request } = intent;
  const { db, clock } = context;
  try {
    if (!kindOf(intent, context).undo) {
      throw new CommandRefused(`${request.kind} cannot be undone, so it cannot be refused.`);
    }
    const settlement = await undoIntent(intent, { code: 'billing/rejected' }, context);
    if (!settlement) {
      throw new CommandRefused(
        'The provider has done it already or was paid meanwhile. Settle the intent without --refuse.',
      );
    }
    const operation = { subscriptionId, action: 'billing.change-refused' } as const;
    return await settleIntent(
      intent,
      {
        ...settlement,
        async apply(tx) {
          await settlement.apply?.(tx);
          await recordOperation(tx, operation, context);
        },
      },
      context,
    );
  } finally {
    await releaseIntent(db, id, clock.now());
  }
}

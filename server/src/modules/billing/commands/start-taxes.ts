import { formatMoney } from '@hearth/contract';
import { findSubscription, lockSubscription } from '../../subscriptions/index.ts';
import type { PayingChangeContext } from '../intents/kind.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { listBoughtUntaxed, type UntaxedProject } from '../records/charged-store.ts';
import type { Intent } from '../records/intent.ts';
import { lockOpenKinds } from '../records/intent-store.ts';
import { insertByOperator } from './begin-by-operator.ts';
import { carryOutBegun } from './carry-out-begun.ts';
import { getProjectId } from './get-project-id.ts';
import { CommandRefused, type Report, toOutcomeText } from './report.ts';

interface StartingTaxes {
  /** Id of the project, of one of its intents or of its customer; `--all` for every project. */
  readonly name: string;
  /** Switches taxes on; without it, the projects are only listed. */
  readonly isMeant: boolean;
}

/** Has the next renewals taxed of projects that were bought before taxes were computed. */
export async function startTaxes(
  { name, isMeant }: StartingTaxes,
  context: PayingChangeContext,
): Promise<Report> {
  if (context.settings.billing.tax !== 'automatic') {
    throw new CommandRefused('No taxes are computed: `billing.tax` in hearth.json is off.');
  }
  const id = name === '--all' ? undefined : await getProjectId(name, context);
  const all = await listBoughtUntaxed(context.db);
  const projects = all.filter(({ subscriptionId }) => !id || subscriptionId === id);
  if (projects.length === 0) {
    return { lines: [id ? alreadyTaxed : noneLeft], isFine: true };
  }
  if (!isMeant) {
    const heading = 'Renewed without tax, because they were bought before taxes were computed:';
    const advice = 'Nothing was changed. Tell the owners first, and then add --yes.';
    return { lines: [heading, ...projects.map(describe), advice], isFine: true };
  }
  const reports: Report[] = [];
  for (const { subscriptionId } of projects) {
    reports.push(await startFor(subscriptionId, context));
  }
  return {
    lines: reports.flatMap(({ lines }) => lines),
    isFine: reports.every(({ isFine }) => isFine),
  };
}

const alreadyTaxed = 'The renewals of this project are taxed, or it pays nothing.';
const noneLeft =
  'No project that was read since taxes are computed renews without tax for having been bought before. All are read within an hour after the start.';

function describe({ subscriptionId, planId, price, periodEnd }: UntaxedProject): string {
  const next = periodEnd ? `, renews at ${periodEnd.toISOString()}` : '';
  return `  ${subscriptionId}  ${planId}  ${formatMoney(price)}${next}`;
}

/** One project that cannot be taxed now does not hold up the others. */
async function startFor(subscriptionId: string, context: PayingChangeContext): Promise<Report> {
  try {
    const outcome = await carryOutBegun(await begin(subscriptionId, context), context);
    const line = `  ${subscriptionId}  ${toOutcomeText(outcome)}`;
    return { lines: [line], isFine: 'result' in outcome };
  } catch (error) {
    if (error instanceof CommandRefused) {
      return { lines: [`  ${subscriptionId}  not changed: ${error.message}`], isFine: false };
    }
    throw error;
  }
}

async function begin(subscriptionId: string, context: PayingChangeContext): Promise<Intent> {
  return await context.db.transaction().execute(async (tx) => {
    await lockSubscription(tx, subscriptionId);
    const account = await findBillingAccount(tx, subscriptionId);
    const owner = (await findSubscription(tx, subscriptionId))?.ownerId;
    if (!account?.isBoughtUntaxed || owner === undefined) {
      throw new CommandRefused('The project has changed meanwhile. Look at it again.');
    }
    if (account.awaitsPerson || (await lockOpenKinds(tx, subscriptionId)).length > 0) {
      throw new CommandRefused('A change of this project is open. Try again once it has ended.');
    }
    if (account.scheduled) {
      throw new CommandRefused(
        'A plan change of this project is scheduled. Try again once it has taken effect.',
      );
    }
    const request = { kind: 'start-taxes' } as const;
    return await insertByOperator(tx, { subscriptionId, accountId: owner, request }, context);
  });
}

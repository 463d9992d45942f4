import type { RefusalCode } from '@hearth/contract';
import type { PerformContext } from '../port/billing-services.ts';
import { requirePaying } from '../port/require-payments.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import type { Intent, IntentOf, IntentOutcome } from '../records/intent.ts';
import { notePutOff } from '../records/intent-store.ts';
import { takeBackUntried } from './pay-with-card.ts';
import { endPutOff } from './settle-intent.ts';

/** Ends a change that would be wrong at this moment, and gives back who pays and with what. */
export async function putOff(
  intent: Intent,
  code: RefusalCode,
  context: PerformContext,
): Promise<IntentOutcome> {
  if (isChange(intent)) {
    // Whoever went on after a crash in the middle would charge a card that nobody has chosen.
    await notePutOff(context.db, intent.id, code);
    await takeBackPayer(intent, context);
  }
  return await endPutOff(intent, code, context);
}

/** The same for one that was being put off; undefined for all others. */
export async function goOnPuttingOff(
  intent: Intent,
  context: PerformContext,
): Promise<IntentOutcome | undefined> {
  const code = isChange(intent) ? intent.request.putOff : undefined;
  return code && (await putOff(intent, code, context));
}

async function takeBackPayer(
  { id: intentId, subscriptionId, request }: IntentOf<'change-plan'>,
  context: PerformContext,
): Promise<void> {
  const customerId = (await findBillingAccount(context.db, subscriptionId))?.customerId;
  const { payer } = request;
  if (payer && customerId) {
    await takeBackUntried({ intentId, customerId, payer }, requirePaying(context).payments);
  }
}

function isChange(intent: Intent): intent is IntentOf<'change-plan'> {
  return intent.request.kind === 'change-plan';
}

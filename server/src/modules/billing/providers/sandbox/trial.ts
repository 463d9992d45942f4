import { createHash } from 'node:crypto';
import type { Transaction } from '../../../../platform/transaction.ts';
import type { Charge } from '../../port/payment-provider.ts';
import { endOfTrial, type TrialCalls } from '../../port/trial.ts';
import {
  findDefaultCard,
  type Ledger,
  newClientSecret,
  type SandboxSubscription,
} from './ledger.ts';
import { askBank, findTestNumber } from './rules/test-cards.ts';
import type { Sandbox } from './sandbox-work.ts';
import { findCard, insertSetup } from './stores/customer-store.ts';
import { runQuery } from './stores/sandbox-store.ts';

/** The trial is the first period, and later ones are counted from its end. */
export function trialPeriod(at: Date, days: number) {
  const trialEnd = endOfTrial(at, days);
  return { billingCycleAnchor: trialEnd, periodStart: at, periodEnd: trialEnd, trialEnd };
}

/** Lets a change credit nothing, since nothing was charged for the running trial. */
export function noteTrial(subscription: SandboxSubscription): void {
  const { trialEnd, periodStart } = subscription;
  if (trialEnd) {
    subscription.debit = { amount: 0, from: periodStart.toISOString() };
  }
}

/** Whether the trial that is over ends the subscription: something is to be charged, and there is no card. */
export function endsWithTrial(
  ledger: Ledger,
  { trialEnd }: SandboxSubscription,
  amount: number,
): boolean {
  return trialEnd !== null && amount > 0 && findDefaultCard(ledger) === undefined;
}

/** Asks the bank about the card of a trial that has begun; a setup then waits for its holder, as at Stripe. */
export async function askForHolder(
  tx: Transaction,
  ledger: Ledger,
  charge: Charge,
): Promise<Charge> {
  const card = findDefaultCard(ledger);
  if (charge.outcome !== 'paid' || !charge.subscription.trialEnd || !card) {
    return charge;
  }
  if (askBank(card).outcome !== 'authentication-needed') {
    return charge;
  }
  const clientSecret = newClientSecret('seti');
  await insertSetup(tx, {
    clientSecret,
    customerId: ledger.customer.id,
    cardId: card.id,
    status: 'waiting',
    createdAt: ledger.at,
  });
  return { outcome: 'authentication-needed', clientSecret, subscription: charge.subscription };
}

export function trialCalls(sandbox: Sandbox): TrialCalls {
  return {
    async readCardFingerprint(cardId) {
      const card = await runQuery(() => findCard(sandbox.db, cardId));
      const number = card && findTestNumber(card);
      return number === undefined ? null : createHash('sha256').update(number).digest('base64url');
    },
  };
}

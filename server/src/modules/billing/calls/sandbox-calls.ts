import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { admitCard, recordDecline } from '../intents/admit-card.ts';
import { sandboxBuckets } from '../intents/limits.ts';
import { ProviderRefusal } from '../port/payment-provider.ts';
import type { SandboxBrowser } from '../port/sandbox-browser.ts';
import { saga } from './shared/operation.ts';

/** Calls of the browser to the sandbox, for signed-in people and within limits, since Stripe has its own limits. */
export function createSandboxCalls(browser: SandboxBrowser) {
  return {
    createSandboxCard: saga(contract.createSandboxCard, async (input, context) => {
      const { db, limits, caller, client } = context;
      const isFew = await limits.take(db, sandboxBuckets(caller.uid, client.address));
      refuseUnless(isFew, 'billing/too-many-attempts');
      return { id: await browser.createCard(toTyped(input)) };
    }),

    finishSandboxSetup: saga(
      contract.finishSandboxSetup,
      async ({ client_secret, ...input }, context) => {
        const { db, limits, caller } = context;
        const attempt = await context.transaction((tx) => admitCard(tx, undefined, context));
        try {
          const id = await browser.createCard(toTyped(input));
          const outcome = await browser.completeSetup(client_secret, id);
          await limits.giveBack(db, attempt);
          return { id, outcome };
        } catch (error) {
          if (error instanceof ProviderRefusal) {
            await recordDecline(db, caller.uid, context);
          }
          throw error;
        }
      },
    ),

    /** Limits answers to the bank's question. The payment itself was admitted before. */
    answerSandboxChallenge: saga(
      contract.answerSandboxChallenge,
      async ({ client_secret, success }, context) => {
        const { db, limits, caller, client } = context;
        const isFew = await limits.take(db, sandboxBuckets(caller.uid, client.address));
        refuseUnless(isFew, 'billing/too-many-attempts');
        const outcome = await browser.answerChallenge(client_secret, success);
        if (outcome === 'failed') {
          await recordDecline(db, caller.uid, context);
        }
        return { outcome };
      },
    ),
  };
}

function toTyped({ number, exp_month, exp_year, cvc, name }: contract.TypedCard) {
  return { number, expMonth: exp_month, expYear: exp_year, cvc, holder: name };
}

import type { Transaction } from '../../../../platform/transaction.ts';
import { ProviderRefusal } from '../../port/payment-provider.ts';
import type { ChallengeOutcome, SandboxBrowser } from '../../port/sandbox-browser.ts';
import { addCard, toSandboxCard } from './cards.ts';
import { dropPendingChange, settlePaid } from './invoices.ts';
import {
  type Ledger,
  recordEvent,
  requireSubscription,
  type SandboxCard,
  type SandboxInvoice,
} from './ledger.ts';
import { askBank, findAttachRefusal } from './rules/test-cards.ts';
import { changeLedger, type Sandbox } from './sandbox-work.ts';
import { findSetup, insertCard, lockCard, setSetup } from './stores/customer-store.ts';
import { findCustomerByClientSecret } from './stores/invoice-row-store.ts';
import { inTransaction, runQuery, type SetupTable } from './stores/sandbox-store.ts';

export function browserCalls(sandbox: Sandbox): SandboxBrowser {
  return {
    async createCard(typed) {
      const card = toSandboxCard(typed, sandbox.clock.now());
      await runQuery(() => insertCard(sandbox.db, card));
      return card.id;
    },

    completeSetup: (clientSecret, cardId) =>
      inSetup(sandbox, clientSecret, async ({ tx, setup, ledger }) => {
        const card = await lockCard(tx, cardId);
        if (setup.status !== 'open' || !card) {
          throw tooLate();
        }
        // A card that cannot be saved is refused before its bank is asked.
        const refused = findAttachRefusal(card.behaviour) !== undefined;
        if (!refused && askBank(card).outcome === 'authentication-needed') {
          await setSetup(tx, { clientSecret, status: 'waiting', cardId });
          return 'authentication-needed';
        }
        finishSetup(ledger, card);
        await setSetup(tx, { clientSecret, status: 'done', cardId });
        return 'succeeded';
      }),

    answerChallenge: (clientSecret, success) =>
      clientSecret.startsWith('seti_')
        ? answerForSetup(sandbox, clientSecret, success)
        : answerForCharge(sandbox, clientSecret, success),
  };
}

async function answerForCharge(
  sandbox: Sandbox,
  clientSecret: string,
  success: boolean,
): Promise<ChallengeOutcome> {
  return inTransaction(sandbox, async (tx) => {
    const customerId = await findCustomerByClientSecret(tx, clientSecret);
    if (customerId === undefined) {
      return 'nothing-asked';
    }
    const at = sandbox.clock.now();
    return changeLedger({ tx, sandbox, customerId, at }, (ledger) => {
      const invoice = ledger.invoices.find((open) => open.clientSecret === clientSecret);
      return invoice ? answerForInvoice(ledger, invoice, success) : 'nothing-asked';
    });
  });
}

async function answerForSetup(
  sandbox: Sandbox,
  clientSecret: string,
  success: boolean,
): Promise<ChallengeOutcome> {
  return inSetup(sandbox, clientSecret, async ({ tx, setup, ledger }) => {
    // The card of a trial is the customer's already, and is written with the ledger.
    const own = ledger.cards.find(({ id }) => id === setup.cardId);
    const card = own ?? (setup.cardId ? await lockCard(tx, setup.cardId) : undefined);
    if (setup.status !== 'waiting' || !card) {
      return 'nothing-asked';
    }
    if (!success) {
      recordEvent(ledger, 'setup_intent.setup_failed');
      await setSetup(tx, { clientSecret, status: 'open', cardId: null });
      return 'failed';
    }
    card.authenticated = true;
    finishSetup(ledger, card);
    await setSetup(tx, { clientSecret, status: 'done', cardId: card.id });
    return 'succeeded';
  });
}

interface SetupWork {
  readonly tx: Transaction;
  readonly setup: SetupTable;
  readonly ledger: Ledger;
}

/** Changes a setup while its customer is locked. */
function inSetup<Answer>(
  sandbox: Sandbox,
  clientSecret: string,
  work: (parts: SetupWork) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(sandbox, async (tx) => {
    const { customerId } = await getSetup(tx, clientSecret);
    const at = sandbox.clock.now();
    return changeLedger({ tx, sandbox, customerId, at }, async (ledger) =>
      // Read again under the lock: another call may have changed the setup.
      work({ tx, ledger, setup: await getSetup(tx, clientSecret) }),
    );
  });
}

async function getSetup(tx: Transaction, clientSecret: string): Promise<SetupTable> {
  const setup = await findSetup(tx, clientSecret);
  if (!setup) {
    throw tooLate();
  }
  return setup;
}

const tooLate = () =>
  new ProviderRefusal('This card cannot be added any more. Please start again.');

function finishSetup(ledger: Ledger, card: SandboxCard): void {
  addCard(ledger, card);
  recordEvent(ledger, 'setup_intent.succeeded');
}

/** The person's answer to the bank's question about an invoice. */
function answerForInvoice(
  ledger: Ledger,
  invoice: SandboxInvoice,
  success: boolean,
): ChallengeOutcome {
  const card = ledger.cards.find(({ id }) => id === invoice.waitingCardId);
  if (invoice.status !== 'open' || !card) {
    return 'nothing-asked';
  }
  if (success) {
    card.authenticated = true;
    settlePaid(ledger, invoice, card);
    return 'succeeded';
  }
  invoice.waitingCardId = null;
  recordEvent(ledger, 'invoice.payment_failed');
  if (invoice.reason === 'update') {
    dropPendingChange(ledger, requireSubscription(ledger, invoice.subscriptionId));
  }
  return 'failed';
}

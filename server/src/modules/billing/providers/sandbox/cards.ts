import { type KeptCard, ProviderRefusal } from '../../port/payment-provider.ts';
import type { TypedCard } from '../../port/sandbox-browser.ts';
import { type Ledger, newId, recordEvent, requireCard, type SandboxCard } from './ledger.ts';
import {
  findAttachRefusal,
  findTestCard,
  findTestCardByNumber,
  type TestCard,
} from './rules/test-cards.ts';
import { requireTaxable } from './tax-calls.ts';

/** How long Stripe's test ids last, in years. */
const testYears = 8;

/** Creates a card without a customer. Only Stripe's test numbers are valid here. */
export function toSandboxCard(typed: TypedCard, at: Date): SandboxCard {
  const testCard = findTestCardByNumber(typed.number);
  if (!testCard) {
    throw new ProviderRefusal(
      'Only test card numbers are taken here, such as 4242 4242 4242 4242.',
    );
  }
  const { expMonth, expYear } = typed;
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12) {
    throw new ProviderRefusal("Your card's expiration month is invalid.");
  }
  const expiresAt = Date.UTC(expYear, expMonth);
  if (!Number.isInteger(expYear) || !(expiresAt > at.getTime()) || expYear > 9999) {
    throw new ProviderRefusal("Your card's expiration year is invalid.");
  }
  if (!/^\d{3,4}$/.test(typed.cvc)) {
    throw new ProviderRefusal("Your card's security code is invalid.");
  }
  return newCard(testCard, { expMonth, expYear, holder: typed.holder.trim(), createdAt: at });
}

function newCard(
  { number, brand, behaviour }: TestCard,
  typed: Pick<SandboxCard, 'expMonth' | 'expYear' | 'holder' | 'createdAt'>,
): SandboxCard {
  return {
    id: newId('pm'),
    customerId: null,
    brand,
    last4: number.slice(-4),
    behaviour,
    authenticated: false,
    ...typed,
  };
}

/** Creates the card of one of Stripe's test ids; undefined for any other id. */
export function toCardOfTestId(id: string, at: Date): SandboxCard | undefined {
  const testCard = findTestCard(id);
  const expYear = at.getUTCFullYear() + testYears;
  return testCard && newCard(testCard, { expMonth: 12, expYear, holder: '', createdAt: at });
}

/** Refuses a card that cannot be attached. */
function requireKeepable(card: SandboxCard, customerId: string): void {
  if (card.customerId !== null && card.customerId !== customerId) {
    throw new ProviderRefusal(
      'The payment method you provided has already been attached to a customer.',
    );
  }
  const refusal = findAttachRefusal(card.behaviour);
  if (refusal !== undefined) {
    throw new ProviderRefusal(refusal);
  }
}

/** Adds the card of a setup; the first one becomes the default. */
export function addCard(ledger: Ledger, card: SandboxCard): void {
  attachCard(ledger, card);
  if (ledger.cards.length === 1) {
    setDefaultCard(ledger, card.id);
  }
}

/** Sets the default card, which all subscriptions charge: they have no card of their own here. */
export function keepCard(
  ledger: Ledger,
  card: SandboxCard,
  { subscriptionId, email, details, isDefault }: KeptCard,
): string {
  requireTaxable(ledger, details);
  attachCard(ledger, card);
  Object.assign(ledger.customer, { reference: subscriptionId, email, details });
  if (isDefault) {
    setDefaultCard(ledger, card.id);
  } else {
    recordEvent(ledger, 'customer.updated');
  }
  return card.id;
}

function attachCard(ledger: Ledger, card: SandboxCard): void {
  const { customer } = ledger;
  if (customer.removedAt) {
    throw new Error(`The sandbox's customer ${customer.id} has been removed.`);
  }
  requireKeepable(card, customer.id);

  if (card.customerId === null) {
    card.customerId = customer.id;
    ledger.cards.push(card);
    recordEvent(ledger, 'payment_method.attached');
  }
}

export function setDefaultCard(ledger: Ledger, cardId: string): void {
  ledger.customer.defaultCardId = requireCard(ledger, cardId).id;
  recordEvent(ledger, 'customer.updated');
}

/** Detaches the card, and ends charges that wait for its confirmation. */
export function detachCard(ledger: Ledger, cardId: string): void {
  ledger.cards = ledger.cards.filter(({ id }) => id !== cardId);
  if (ledger.customer.defaultCardId === cardId) {
    ledger.customer.defaultCardId = null;
  }
  for (const invoice of ledger.invoices) {
    if (invoice.waitingCardId === cardId) {
      invoice.waitingCardId = null;
    }
  }
  recordEvent(ledger, 'payment_method.detached');
}

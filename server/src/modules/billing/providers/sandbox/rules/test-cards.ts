/** Outcome of charges on a card. */
export type CardBehaviour =
  | 'paid'
  | 'refused'
  | 'refused-insufficient'
  | 'declined'
  | 'asks-once'
  | 'asks-always';

export interface TestCard {
  /** Stripe's id of the card. */
  readonly id: string;
  readonly number: string;
  readonly brand: string;
  readonly behaviour: CardBehaviour;
}

/** The sandbox's cards, from https://docs.stripe.com/testing. */
const testCards: readonly TestCard[] = [
  { id: 'pm_card_visa', number: '4242424242424242', brand: 'visa', behaviour: 'paid' },
  { id: 'pm_card_mastercard', number: '5555555555554444', brand: 'mastercard', behaviour: 'paid' },
  {
    id: 'pm_card_chargeDeclined',
    number: '4000000000000002',
    brand: 'visa',
    behaviour: 'refused',
  },
  {
    id: 'pm_card_chargeDeclinedInsufficientFunds',
    number: '4000000000009995',
    brand: 'visa',
    behaviour: 'refused-insufficient',
  },
  {
    id: 'pm_card_chargeCustomerFail',
    number: '4000000000000341',
    brand: 'visa',
    behaviour: 'declined',
  },
  {
    id: 'pm_card_authenticationRequiredOnSetup',
    number: '4000002500003155',
    brand: 'visa',
    behaviour: 'asks-once',
  },
  {
    id: 'pm_card_authenticationRequired',
    number: '4000002760003184',
    brand: 'visa',
    behaviour: 'asks-always',
  },
];

export function findTestCard(id: string): TestCard | undefined {
  return testCards.find((card) => card.id === id);
}

/** Accepts blanks and hyphens between the digits. */
export function findTestCardByNumber(number: string): TestCard | undefined {
  const digits = number.replaceAll(/[\s-]/g, '');
  return testCards.find((card) => card.number === digits);
}

/** Digits of a card, which is kept without them. */
export function findTestNumber({ last4 }: { readonly last4: string }): string | undefined {
  return testCards.find(({ number }) => number.endsWith(last4))?.number;
}

const declined = 'Your card was declined.';

/** Stripe's sentences for a card that cannot be kept; undefined for one that can. */
export function findAttachRefusal(behaviour: CardBehaviour): string | undefined {
  switch (behaviour) {
    case 'refused':
      return declined;
    case 'refused-insufficient':
      return 'Your card has insufficient funds.';
    case 'paid':
    case 'declined':
    case 'asks-once':
    case 'asks-always':
      return undefined;
  }
}

/** The bank's answer to a charge. */
export type BankAnswer =
  | { readonly outcome: 'paid' }
  | { readonly outcome: 'authentication-needed' }
  | { readonly outcome: 'declined'; readonly message: string };

export function askBank(card: {
  readonly behaviour: CardBehaviour;
  readonly authenticated: boolean;
}): BankAnswer {
  const { behaviour, authenticated } = card;
  if (behaviour === 'asks-always' || (behaviour === 'asks-once' && !authenticated)) {
    return { outcome: 'authentication-needed' };
  }
  if (behaviour === 'paid' || behaviour === 'asks-once') {
    return { outcome: 'paid' };
  }
  return { outcome: 'declined', message: findAttachRefusal(behaviour) ?? declined };
}

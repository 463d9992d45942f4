import type { BillingInfo, Money } from '@hearth/contract';
import type { Ref } from 'react';
import type { TypedPlace } from './typed-place.ts';

/** Takes card and address out of the fields that are on screen. */
export interface CardAndAddressCollector {
  /**
   * Throws a PaymentProblem whose message says what is wrong. Unchanged fields give the same payment method again, so
   * that a request whose answer was lost can be repeated.
   */
  collect(): Promise<BillingInfo>;
  /** The card was declined: even an equal one has to be created again, since a refused one is not kept. */
  forgetCard(): void;
}

export interface CardAndAddressFieldsProps {
  readonly ref: Ref<CardAndAddressCollector>;
  /** The amount that will be charged; nothing if a card is only stored for later. */
  readonly amount?: Money | undefined;
  /** Called with the place of the address, as far as it is typed. */
  readonly onPlace?: (place: TypedPlace) => void;
}

/** Adds the card that is on screen to a customer. */
export interface CardAdder {
  /** Asks for the client secret only once the fields are filled in. Throws a PaymentProblem. */
  add(askForSecret: () => Promise<string>): Promise<void>;
}

export interface AddCardFieldsProps {
  readonly ref: Ref<CardAdder>;
  /** Path to which a bank that takes the person to its own page sends them back; otherwise this page. */
  readonly returnTo?: string;
}

/** A card that the provider keeps for a customer. */
export interface Card {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  /** 1 to 12. */
  readonly expMonth: number;
  readonly expYear: number;
  readonly holder: string;
  /** Whether it is charged next. */
  readonly isDefault: boolean;
}

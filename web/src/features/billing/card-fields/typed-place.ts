/** The part of an address by which taxes are computed. */
export interface TypedPlace {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly state: string;
  readonly postalCode: string;
}

/** The place as previews take it. */
export function toAddress({ country, state, postalCode }: TypedPlace) {
  return { country, postal_code: postalCode.trim(), state: state.trim() };
}

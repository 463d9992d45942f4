/** The part of an address by which taxes are computed. */
export interface TypedPlace {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly state: string;
  readonly postalCode: string;
  readonly line1: string;
  readonly city: string;
}

/** The place as previews take it. */
export function toAddress({ country, state, postalCode, line1, city }: TypedPlace) {
  const [street, town] = [line1.trim(), city.trim()];
  return {
    country,
    postal_code: postalCode.trim(),
    state: state.trim(),
    ...(street && { line1: street }),
    ...(town && { city: town }),
  };
}

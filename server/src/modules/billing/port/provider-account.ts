/** Account of the provider that the keys belong to. */
export interface ProviderAccount {
  /** Null where the key may not read it. */
  readonly id: string | null;
  readonly mode: 'live' | 'test';
}

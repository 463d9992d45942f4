/** Whose objects the keys reach. */
export interface ProviderAccount {
  /** Null where the key may not read it. */
  readonly id: string | null;
  readonly mode: 'live' | 'test';
}

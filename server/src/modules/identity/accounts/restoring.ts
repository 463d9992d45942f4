/** Ways into an account that are put back. */
export interface Restoring {
  readonly accountId: string;
  /** Just before this instant somebody else began to change the account. */
  readonly asOf: Date;
  /** Also what was removed as the way in of a lost device: it may have been the intruder who said so. */
  readonly withFinal: boolean;
}

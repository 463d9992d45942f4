import type { ForeignAccount } from '../../identity/index.ts';

/** One person as the product before had them; the address is as written there. */
export interface SourceAccount extends ForeignAccount {
  /** Sentences: each says one thing of this person that is not taken. */
  readonly leftOut: readonly string[];
}

export type SourceLink = ForeignAccount['links'][number];

/**
 * A record of the file, or why it could not be read. `line` counts from 1: lines of CSV and JSON lines (the first line of
 * a record), records of a JSON list.
 */
export type SourceRecord =
  | { readonly line: number; readonly account: SourceAccount }
  | { readonly line: number; readonly fault: string };

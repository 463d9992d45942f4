/** One person as the product before had them. */
export interface SourceAccount {
  /** 1 to 128 printable ASCII characters; null if the id there is not kept. */
  readonly uid: string | null;
  /** As written there. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly displayName: string;
  readonly photoUrl: string;
  readonly disabled: boolean;
  readonly createdAt: Date | null;
  readonly lastSignedInAt: Date | null;
  /** In a form that `readPasswordHash` reads. */
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  readonly links: readonly SourceLink[];
  /** Custom claims. */
  readonly claims: Readonly<Record<string, unknown>> | null;
  /** Sentences: each says one thing of this person that is not taken. */
  readonly leftOut: readonly string[];
}

/** A way in by a provider. */
export interface SourceLink {
  /** Firebase's id of the provider, such as `google.com`. */
  readonly provider: string;
  /** Id of the person at the provider. */
  readonly subject: string;
  readonly email: string | null;
  readonly displayName: string;
  readonly photoUrl: string;
}

/**
 * A record of the file, or why it could not be read. `line` counts from 1: lines of CSV and JSON lines (the first line of
 * a record), records of a JSON list.
 */
export type SourceRecord =
  | { readonly line: number; readonly account: SourceAccount }
  | { readonly line: number; readonly fault: string };

/** One person at one provider; the address is only what the provider says of it. */
export interface Identity {
  /** `google.com`. */
  readonly provider: string;
  /** The person's id at the provider. */
  readonly subject: string;
  /** Null when the provider gives none. */
  readonly email: string | null;
  /** Empty when the provider gives none. */
  readonly displayName: string;
  /** http(s) address of a picture at the provider, or empty. */
  readonly photoUrl: string;
}

/** Unique name of an identity. */
export type LinkName = Pick<Identity, 'provider' | 'subject'>;

/** An identity that opens an account. */
export interface IdentityLink extends Identity {
  readonly accountId: string;
  readonly linkedAt: Date;
}

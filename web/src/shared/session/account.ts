import type { lookup, OutputOf } from '@hearth/contract';

/** A provider's sign-in that opens the account. */
export interface LinkedProvider {
  /** `google.com`. */
  readonly id: string;
  /** Address at the provider, or empty. */
  readonly email: string;
}

/** The signed-in person. */
export interface Account {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Empty until the person names themselves. */
  readonly displayName: string;
  /** Address of a picture, or empty. */
  readonly photoUrl: string;
  /** `password`, or ids of linked providers such as `google.com`. */
  readonly signInMethods: readonly string[];
  readonly linkedProviders: readonly LinkedProvider[];
}

export function toAccount({ users }: OutputOf<typeof lookup>): Account {
  const [user] = users;
  if (!user) {
    throw new Error('The answer names no account.');
  }
  return {
    uid: user.localId,
    email: user.email,
    emailVerified: user.emailVerified,
    displayName: user.displayName ?? '',
    photoUrl: user.photoUrl ?? '',
    signInMethods: user.providerUserInfo.map((one) => one.providerId),
    linkedProviders: user.providerUserInfo
      .filter((one) => one.providerId !== 'password')
      .map(({ providerId, email = '' }) => ({ id: providerId, email })),
  };
}

import type { lookup, OutputOf } from '@hearth/contract';

/** `nobody` at the start, `left` by sign-out, `ended` by the server, `disabled` by an operator, `deleted` with the account. */
export type SignedOutReason = 'nobody' | 'left' | 'ended' | 'disabled' | 'deleted';

export type SessionState =
  | { readonly status: 'loading'; readonly account?: undefined; readonly reason?: undefined }
  /** The server could not be asked who is signed in. */
  | { readonly status: 'unreachable'; readonly account?: undefined; readonly reason?: undefined }
  | {
      readonly status: 'signed-out';
      readonly reason: SignedOutReason;
      readonly account?: undefined;
    }
  | { readonly status: 'signed-in'; readonly account: Account; readonly reason?: undefined };

export interface StateBox {
  get(): SessionState;
  set(state: SessionState): void;
  subscribe(listener: () => void): () => void;
}

export function createStateBox(): StateBox {
  const listeners = new Set<() => void>();
  let state: SessionState = { status: 'loading' };
  return {
    get: () => state,
    set(next) {
      state = next;
      for (const listener of listeners) {
        listener();
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A provider's sign-in that opens the account. */
interface LinkedProvider {
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
  /** Whether the session was opened by signing up. */
  readonly isNew: boolean;
  /** Whether the person hid the list of first steps. */
  readonly checklistHidden: boolean;
  /** Empty until the person names themselves. */
  readonly displayName: string;
  /** Address of a picture, or empty. */
  readonly photoUrl: string;
  /** `password`, `emailLink` of an account without one, or ids of linked providers such as `google.com`. */
  readonly signInMethods: readonly string[];
  readonly linkedProviders: readonly LinkedProvider[];
}

/** Signing up creates the account and then opens its session. */
const signUpMs = 30_000;

export function toAccount({ users }: OutputOf<typeof lookup>): Account {
  const [user] = users;
  if (!user) {
    throw new Error('The answer names no account.');
  }
  return {
    uid: user.localId,
    email: user.email,
    emailVerified: user.emailVerified,
    checklistHidden: user.checklistHidden,
    isNew: Number(user.lastLoginAt) - Number(user.createdAt) < signUpMs,
    displayName: user.displayName ?? '',
    photoUrl: user.photoUrl ?? '',
    signInMethods: user.providerUserInfo.map(({ providerId }) =>
      providerId === 'password' && !user.passwordHash ? 'emailLink' : providerId,
    ),
    linkedProviders: user.providerUserInfo
      .filter((one) => one.providerId !== 'password')
      .map(({ providerId, email = '' }) => ({ id: providerId, email })),
  };
}

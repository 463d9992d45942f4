import type { OutputOf, signInWithIdp } from '@hearth/contract';
import { ApiError } from '../api-error.ts';
import type { Entry } from '../session/index.ts';

/** How a sign-in at a provider ended; plain data, since windows send it to each other. */
export type SocialOutcome =
  | { readonly kind: 'signed-in'; readonly entry: Entry }
  /** The identity opens the account that is signed in from now on. */
  | { readonly kind: 'linked'; readonly providerId: string }
  | Confirmation
  | { readonly kind: 'name-email'; readonly providerId: string; readonly pendingToken: string }
  | { readonly kind: 'failed'; readonly message: string; readonly failure: Failure };

/** The address has an account: sign in the old way, and the new one is added. */
export interface Confirmation {
  readonly kind: 'confirm';
  readonly providerId: string;
  readonly email: string;
  /** How the account signs in, if the server may say it. */
  readonly methods: readonly string[] | undefined;
  readonly pendingToken: string;
}

type Failure = Pick<ApiError, 'code' | 'refusal' | 'httpStatus'>;

export function toOutcome(answer: OutputOf<typeof signInWithIdp>): SocialOutcome {
  const { providerId } = answer;
  if ('needConfirmation' in answer) {
    const { email, pendingToken, verifiedProvider: methods } = answer;
    return { kind: 'confirm', providerId, email, methods, pendingToken };
  }
  if ('needEmail' in answer) {
    return { kind: 'name-email', providerId, pendingToken: answer.pendingToken };
  }
  if ('errorMessage' in answer) {
    // Only for clients that want the credential back, which this page never does.
    throw new Error(answer.errorMessage);
  }
  // A new account gets a notice to verify its address, if the provider has not done it.
  const entry = answer.isNewUser && !answer.emailVerified ? 'sign-up' : 'sign-in';
  return { kind: 'signed-in', entry };
}

/** Failures of our own program stay failures. */
export function toFailedOutcome(error: unknown): SocialOutcome {
  if (!(error instanceof ApiError)) {
    throw error;
  }
  const { message, code, refusal, httpStatus } = error;
  return { kind: 'failed', message, failure: { code, refusal, httpStatus } };
}

export function toApiError({ message, failure }: SocialOutcome & { kind: 'failed' }): ApiError {
  return new ApiError(message, failure);
}

import type { Account } from './account.ts';

/** `nobody` at the start, `left` by sign-out, `ended` by the server, `disabled` by an operator. */
export type SignedOutReason = 'nobody' | 'left' | 'ended' | 'disabled';

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

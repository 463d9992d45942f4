import type { PublicConfig } from '@hearth/contract';
import type { Entry } from './session-actions.ts';
import { createSessionCalls, type SessionCalls, type Tokens } from './session-calls.ts';
import { reasonOf } from './session-end.ts';
import {
  type Account,
  createStateBox,
  type SignedOutReason,
  type StateBox,
} from './session-state.ts';
import { createTabChannel, type TabChannel } from './tab-channel.ts';
import { createTokenKeeper, type TokenKeeper } from './token-keeper.ts';

export interface SessionClientOptions {
  readonly config: PublicConfig;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
  readonly broadcast?: TabChannel;
  readonly reloadPage?: () => void;
}

export interface Parts {
  readonly calls: SessionCalls;
  readonly keeper: TokenKeeper;
  readonly box: StateBox;
  readonly tabs: TabChannel;
  readonly now: () => number;
  readonly reloadPage: () => void;
  /** With the failure that showed it, if there is one. */
  readonly onEnded: (error?: unknown) => void;
  /** Not yet given to anybody. */
  entry: Entry | undefined;
}

export function createParts(options: SessionClientOptions): Parts {
  const now = options.now ?? Date.now;
  const fetcher: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const calls = createSessionCalls({ config: options.config, fetch: fetcher, now });
  const box = createStateBox();
  const tabs = options.broadcast ?? createTabChannel();
  const reloadPage = options.reloadPage ?? (() => window.location.reload());
  const onEnded = (error?: unknown) => forgetPerson({ keeper, box }, reasonOf(error));
  const keeper: TokenKeeper = createTokenKeeper({ calls, now, onEnded, onStranger: reloadPage });
  return { calls, keeper, box, tabs, now, reloadPage, onEnded, entry: undefined };
}

export function adopt({ keeper, box }: Parts, tokens: Tokens, account: Account) {
  keeper.hold(tokens);
  box.set({ status: 'signed-in', account });
}

export function forgetPerson(
  { keeper, box }: Pick<Parts, 'keeper' | 'box'>,
  reason: SignedOutReason,
) {
  keeper.drop();
  box.set({ status: 'signed-out', reason });
}

import type { SessionCalls, Tokens } from './session-calls.ts';
import { isSessionEnd } from './session-end.ts';

interface TokenKeeperOptions {
  readonly calls: Pick<SessionCalls, 'refresh'>;
  readonly now: () => number;
  /** The server knows no session any more, or refuses its account. */
  readonly onEnded: (error?: unknown) => void;
  /** The cookie belongs to somebody else, who signed in in another tab. */
  readonly onStranger: () => void;
}

export interface TokenKeeper {
  /** Takes tokens over and plans their renewal. */
  hold(tokens: Tokens): void;
  drop(): void;
  held(): Tokens | undefined;
  /** A token that lives through the next call, renewed first if need be. */
  idToken(): Promise<string | undefined>;
  renew(): Promise<string | undefined>;
}

/** Keeps the ID token in memory and alive, with at most one renewal in flight. */
export function createTokenKeeper(options: TokenKeeperOptions): TokenKeeper {
  let held: Tokens | undefined;
  let inFlight: Promise<string | undefined> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function hold(tokens: Tokens) {
    failures = 0;
    inFlight = undefined;
    held = tokens;
    plan(untilRefreshMs(tokens.lifeMs));
  }

  function drop() {
    clearTimeout(timer);
    inFlight = undefined;
    held = undefined;
  }

  function plan(delayMs: number) {
    clearTimeout(timer);
    // A failure plans its own retry; there is nobody here to notify.
    timer = setTimeout(() => void renew().catch(() => undefined), delayMs);
  }

  function renew(): Promise<string | undefined> {
    if (!held) {
      return Promise.resolve(undefined);
    }
    if (!inFlight) {
      const flight = renewFor(held).finally(() => {
        if (inFlight === flight) {
          inFlight = undefined;
        }
      });
      inFlight = flight;
    }
    return inFlight;
  }

  async function renewFor(mine: Tokens): Promise<string | undefined> {
    try {
      return take(mine, await options.calls.refresh());
    } catch (error) {
      if (held === mine) {
        giveUpOrRetry(error);
      }
      throw error;
    }
  }

  /** An answer that a sign-in or sign-out has overtaken counts for nothing. */
  function take(mine: Tokens, tokens: Tokens | undefined): string | undefined {
    if (held !== mine) {
      return held?.idToken;
    }
    if (!tokens) {
      options.onEnded();
      return undefined;
    }
    if (tokens.uid !== mine.uid) {
      drop();
      options.onStranger();
      return undefined;
    }
    hold(tokens);
    return tokens.idToken;
  }

  function giveUpOrRetry(error: unknown) {
    if (isSessionEnd(error)) {
      options.onEnded(error);
      return;
    }
    failures += 1;
    plan(retryDelayMs(failures));
  }

  return {
    hold,
    drop,
    renew,
    held: () => held,
    async idToken() {
      if (!held) {
        return undefined;
      }
      return isExpired(held.receivedAt + held.lifeMs, options.now()) ? renew() : held.idToken;
    },
  };
}

const minuteMs = 60_000;

/** A token is renewed this long before it expires. */
const earlyMs = 5 * minuteMs;

/** A token counts as expired this long before it does, so that it lives through the call. */
const graceMs = 30_000;

const firstRetryMs = 30_000;
const longestRetryMs = 16 * minuteMs;

/** A token with a very short life is refreshed at half of it, rather than immediately and without end. */
function untilRefreshMs(lifeMs: number): number {
  return Math.max(lifeMs - earlyMs, lifeMs / 2);
}

function isExpired(expiresAt: number, now: number): boolean {
  return now >= expiresAt - graceMs;
}

function retryDelayMs(failures: number): number {
  return Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs);
}

import { StripeError } from '../wire/errors.ts';

export interface Fault {
  /** A regular expression over "POST /v1/subscriptions". */
  match?: string;
  /**
   * Before the call: `rate_limit`, `lock`, `in_use`, `error`, `drop`, `card`; `delay` waits and goes on. After it was
   * executed: `drop_after`, `torn` (half of the answer), `error_after`. `silence`: executed and never answered.
   */
  kind: FaultKind;
  times?: number;
  status?: number;
  ms?: number;
  code?: string;
  decline?: string;
  /** A 5xx is saved for the idempotency key, so that Stripe repeats it for 24 hours. */
  saved?: boolean;
}

type FaultKind =
  | 'rate_limit'
  | 'lock'
  | 'in_use'
  | 'error'
  | 'drop'
  | 'card'
  | 'delay'
  | 'drop_after'
  | 'torn'
  | 'error_after'
  | 'silence';

/** The connection ended before the answer did. */
export class ConnectionDropped extends TypeError {
  constructor() {
    super('fetch failed', {
      cause: Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
    });
  }
}

/** Failures that were asked for, each used as often as it says. */
export class Faults {
  #all: Fault[] = [];

  add(fault: Fault): Fault[] {
    this.#all.push({ ...fault });
    return this.#all;
  }

  clear(): Fault[] {
    this.#all = [];
    return this.#all;
  }

  take(call: string): Fault | undefined {
    const fault = this.#all.find(
      ({ match = '.*', times = 1 }) => times > 0 && new RegExp(match).test(call),
    );
    if (fault) {
      fault.times = (fault.times ?? 1) - 1;
    }
    return fault;
  }
}

/** The refusal of a fault that strikes before the call, if it does. */
export function refusalOf(fault: Fault): StripeError | undefined {
  switch (fault.kind) {
    case 'rate_limit':
      return new StripeError(429, 'invalid_request_error', 'Request rate limit exceeded', {
        code: 'rate_limit',
      });
    case 'lock':
      return new StripeError(
        429,
        'invalid_request_error',
        'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate. For more details, see https://docs.stripe.com/rate-limits#object-lock-timeouts.',
        { code: 'lock_timeout' },
      );
    case 'in_use':
      return new StripeError(
        409,
        'idempotency_error',
        'There is currently another in-progress request using this Stripe API key with that idempotency key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
        { code: 'idempotency_key_in_use' },
      );
    case 'error':
    case 'error_after':
      return new StripeError(
        fault.status ?? 500,
        'api_error',
        'Sorry! We have encountered an error while processing your request.',
      );
    case 'card':
      return new StripeError(402, 'card_error', 'Your card was declined.', {
        code: fault.code ?? 'card_declined',
        decline_code: fault.decline ?? 'generic_decline',
      });
    default:
      return undefined;
  }
}

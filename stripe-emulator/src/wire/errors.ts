type ErrorType =
  | 'api_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error'
  | 'rate_limit_error';

/** The fields of an error's answer beside type and message. */
export interface ErrorFields {
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  network_advice_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
  setup_intent?: object;
  request_log_url?: string;
}

/**
 * An error answer of Stripe. Thrown, it undoes the request. Returned by a handler, it keeps the changes, as a declined
 * payment keeps its charge.
 */
export class StripeError extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly fields: ErrorFields;

  constructor(status: number, type: ErrorType, message: string, fields: ErrorFields = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.fields = fields;
  }

  toBody() {
    const { code } = this.fields;
    const page = code?.replaceAll('_', '-');
    return {
      error: {
        ...(page && { doc_url: `https://docs.stripe.com/error-codes/${page}` }),
        ...this.fields,
        message: this.message,
        type: this.type,
      },
    };
  }
}

export function invalid(message: string, param?: string, code?: string) {
  return new StripeError(400, 'invalid_request_error', message, {
    ...(param !== undefined && { param }),
    ...(code !== undefined && { code }),
  });
}

/** For the object that a path names 404, for one that a parameter names 400. */
export function missing(noun: string, id: string, param = 'id') {
  const status = param === 'id' || param === 'intent' ? 404 : 400;
  return new StripeError(status, 'invalid_request_error', `No such ${noun}: '${id}'`, {
    code: 'resource_missing',
    param,
  });
}

/** The object with this id, or Stripe's "No such …". */
export function existing<T>(objects: Record<string, T>, id: string, noun: string, param = 'id'): T {
  const found = Object.hasOwn(objects, id) ? objects[id] : undefined;
  if (found === undefined) {
    throw missing(noun, id, param);
  }
  return found;
}

export function cardError(code: string, message: string, fields: ErrorFields = {}) {
  return new StripeError(402, 'card_error', message, { code, ...fields });
}

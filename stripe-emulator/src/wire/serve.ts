import { randomBytes } from 'node:crypto';
import type { Bundle } from '../bundle.ts';
import { hideInclusions } from '../bundle.ts';
import type { Call, Engine, Outcome } from '../engine.ts';
import type { Route } from '../routes.ts';
import type { StripeObject } from '../scene.ts';
import type { SavedAnswer, Store, Transaction } from '../store/store.ts';
import { ConnectionDropped, type Fault, type Faults, refusalOf } from '../world/faults.ts';
import { invalid, StripeError } from './errors.ts';
import { checkExpand, expand } from './expand.ts';
import { type FormHash, parseForm } from './form.ts';
import { checkVersion, readKey, secretKeyRequired } from './keys.ts';
import { type PageParams, toPage } from './lists.ts';
import { checkParameters } from './parameters.ts';
import { toSearchResult } from './search.ts';
import { shapes } from './shapes.ts';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Incoming {
  method: string;
  url: URL;
  headers: Headers;
  body: string;
}

const mostBodyBytes = 1024 * 1024;
const daySeconds = 24 * 3600;

interface WireCall extends Call {
  expand: string[];
  /** With the text of the parameters, what a key may be used for again. */
  endpoint: string;
  text: string;
  url: string;
}

interface WireOptions {
  store: Store;
  engine: Engine;
  bundle: Bundle;
  faults: Faults;
  papersUrl?: string;
  check?: AnswerCheck;
}

/** Says what in the answer of a call, named as `GET /v1/customers/{id}`, is not as Stripe declares it. */
export type AnswerCheck = (operation: string, answer: object) => string[];

/** Requests that were made, for tests of a caller. */
export interface RequestRecord {
  t: number;
  method: string;
  path: string;
  idem: string | null;
  /** `User-Agent` of the caller. */
  ua: string | null;
  version: string | null;
  params?: object;
  status?: number;
  error?: string;
  fault?: string;
  replayed?: boolean;
}

const mostRecords = 10_000;

/** Answers requests to `/v1/…`: everything that is the same for all resources. */
export class Wire {
  readonly #options: WireOptions;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  readonly records: RequestRecord[] = [];
  /** Findings of `check`. */
  readonly problems: string[] = [];

  async serve(incoming: Incoming): Promise<Reply> {
    const { method, url, headers } = incoming;
    const record: RequestRecord = {
      t: Date.now(),
      method,
      path: url.pathname,
      idem: headers.get('idempotency-key'),
      ua: headers.get('user-agent'),
      version: headers.get('stripe-version'),
    };
    this.records.push(record);
    this.records.splice(0, this.records.length - mostRecords);
    const fault = this.#options.faults.take(`${method} ${url.pathname}`);
    if (!fault) {
      return this.#answer(incoming, record);
    }
    record.fault = fault.kind;
    return this.#answerFaulty(incoming, record, fault);
  }

  async #answerFaulty(incoming: Incoming, record: RequestRecord, fault: Fault): Promise<Reply> {
    if (fault.kind === 'drop') {
      throw new ConnectionDropped();
    }
    if (fault.kind === 'delay') {
      await new Promise((resolve) => setTimeout(resolve, fault.ms ?? 5000));
    }
    const reply = await this.#answer(incoming, record, fault);
    switch (fault.kind) {
      case 'drop_after':
        throw new ConnectionDropped();
      case 'silence':
        return new Promise(() => {});
      case 'torn':
        return { ...reply, body: reply.body.slice(0, reply.body.length / 2) };
      default:
        return reply;
    }
  }

  async #answer(incoming: Incoming, record: RequestRecord, fault?: Fault): Promise<Reply> {
    const { store, engine } = this.#options;
    const requestId = `req_${randomBytes(7).toString('hex')}`;
    const key = incoming.method === 'POST' ? record.idem : null;
    const headers = {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': shapes.apiVersion,
      ...(key !== null && { 'idempotency-key': key, 'original-request': requestId }),
    };
    try {
      const call = this.#readCall(incoming, requestId, key);
      record.params = call.params;
      await engine.settle();
      const { more, ...answer } = await store.transaction((tx) => this.#runOnce(tx, call, fault));
      if (incoming.method !== 'GET') {
        await engine.settle();
      }
      record.status = answer.status;
      if (answer.status >= 400) {
        record.error = JSON.parse(answer.body).error.message;
      }
      record.replayed = 'idempotent-replayed' in more;
      return { ...answer, headers: { ...headers, ...more } };
    } catch (error) {
      if (!(error instanceof StripeError)) {
        throw error;
      }
      record.status = error.status;
      record.error = error.message;
      const retry = [409, 429].includes(error.status) ? { 'stripe-should-retry': 'true' } : {};
      return { ...toAnswer(error), headers: { ...headers, ...retry } };
    }
  }

  #readCall(incoming: Incoming, id: string, key: string | null): WireCall {
    const { method, url, headers } = incoming;
    const caller = readKey(headers);
    checkVersion(headers);
    const found = this.#options.bundle.match(method, url.pathname);
    if (!found) {
      throw unknownCall(method, url.pathname);
    }
    const { route, ids } = found;
    if (caller.isPublishable && !(route.kind === 'customer' && route.isPublishable)) {
      throw secretKeyRequired();
    }
    const operation = toOperation(route);
    const { client_secret: secret, ...given } = readParameters(incoming);
    const isSecretGiven = caller.isPublishable && typeof secret === 'string';
    // The declarations are of calls with a secret key, which need no client secret to confirm.
    const params = checkParameters(
      operation,
      isSecretGiven || secret === undefined ? given : { ...given, client_secret: secret },
    );
    const paths = 'expand' in params && Array.isArray(params.expand) ? params.expand : [];
    checkExpand(operation, paths);
    return {
      route,
      ids,
      params,
      caller: { ...caller, ...(isSecretGiven && { clientSecret: secret }) },
      request: { id, idempotency_key: key },
      expand: paths,
      endpoint: `${method} ${url.pathname}`,
      text: incoming.body,
      url: url.pathname,
    };
  }

  /** With an idempotency key, the second request gets the answer of the first one. */
  async #runOnce(tx: Transaction, call: WireCall, fault?: Fault) {
    const { id, idempotency_key: key } = call.request;
    const refusal = fault && refusalOf(fault);
    const isAfter = fault?.kind === 'error_after';
    if (key === null) {
      throwUnless(isAfter, refusal);
      return { ...(await this.#run(tx, call, { refusal })), more: {} };
    }
    if (!(await tx.holdKey(key))) {
      throw inUse(key);
    }
    const saved = await tx.savedAnswer(key);
    const savedAt = this.#options.engine.accountNow(await tx.readCatalogue());
    if (saved && saved.savedAt > savedAt - daySeconds) {
      checkSame(saved, call, key);
      const { status, body, requestId } = saved;
      const more = { 'idempotent-replayed': 'true', 'original-request': requestId, ...noRetry };
      return { status, body, more };
    }
    const { endpoint, text: params } = call;
    const first = { key, endpoint, params, requestId: id ?? '', savedAt };
    if (refusal && fault?.saved) {
      const answer = toAnswer(refusal);
      await tx.commit({ answer: { key, saved: { ...first, ...answer } } });
      return { ...answer, more: noRetry };
    }
    throwUnless(isAfter, refusal);
    return { ...(await this.#run(tx, call, { first, refusal })), more: noRetry };
  }

  /** With a refusal, the call is executed and answered as if it had failed. */
  async #run(
    tx: Transaction,
    call: WireCall,
    {
      first,
      refusal,
    }: {
      first?: Omit<SavedAnswer, 'status' | 'body'> & { key: string };
      refusal: StripeError | undefined;
    },
  ) {
    const { answer, changes } = await this.#options.engine.run(tx, call).then(
      (outcome) => ({
        answer: toAnswer(refusal ?? this.#present(outcome, call)),
        changes: outcome.changes,
      }),
      (error: unknown) => {
        if (!(error instanceof StripeError)) {
          throw error;
        }
        return { answer: toAnswer(error), changes: {} };
      },
    );
    // A refusal by a handler has begun to execute, so Stripe repeats that answer too.
    await tx.commit({
      ...changes,
      ...(first && { answer: { key: first.key, saved: { ...first, ...answer } } }),
    });
    return answer;
  }

  #present(
    { answer, states, catalogue }: Outcome,
    { route, params, expand: paths, url }: WireCall,
  ) {
    if (answer instanceof StripeError) {
      return answer;
    }
    const { bundle } = this.#options;
    const whole = Array.isArray(answer) ? toListAnswer(answer, params, url) : answer;
    const shown = hideInclusions(bundle, whole);
    expand({ bundle, states, catalogue }, shown, paths);
    const { papersUrl, check } = this.#options;
    this.problems.push(...(check?.(toOperation(route), shown) ?? []));
    return papersUrl === undefined ? shown : movePapers(shown, papersUrl);
  }
}

function toListAnswer(rows: StripeObject[], params: object, url: string) {
  const isSearch = url.endsWith('/search');
  const { page, ...others }: PageParams & { page?: string } = params;
  const whole = toPage(
    rows,
    { ...others, ...(page !== undefined && { starting_after: page }) },
    url,
  );
  return isSearch ? toSearchResult(whole) : whole;
}

const paperFields = ['hosted_invoice_url', 'invoice_pdf', 'receipt_url', 'pdf'];

/** Papers are at the emulator's own address, whose port may have changed since they were made. */
function movePapers(value: unknown, papersUrl: string): object {
  const text = JSON.stringify(value, (name, inner) =>
    paperFields.includes(name) && typeof inner === 'string'
      ? inner.replace(/^https:\/\/\w+\.stripe\.com/, papersUrl)
      : inner,
  );
  return JSON.parse(text);
}

function throwUnless(isExecuted: boolean, refusal: StripeError | undefined) {
  if (refusal && !isExecuted) {
    throw refusal;
  }
}

const noRetry = { 'stripe-should-retry': 'false' };

const toOperation = ({ method, path }: Route) => `${method} ${path.replace(/\{\w+\}/g, '{id}')}`;

function toAnswer(answer: object): { status: number; body: string } {
  return answer instanceof StripeError
    ? { status: answer.status, body: `${JSON.stringify(answer.toBody(), null, 2)}\n` }
    : { status: 200, body: JSON.stringify(answer, null, 2) };
}

function readParameters({ method, url, headers, body }: Incoming): FormHash {
  if (body.length > mostBodyBytes) {
    throw new StripeError(413, 'invalid_request_error', 'Request body is too large.');
  }
  const isForm = /^application\/x-www-form-urlencoded\b/.test(headers.get('content-type') ?? '');
  if (method === 'POST' && body !== '' && !isForm) {
    throw invalid(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
    );
  }
  // Stripe reads both; a DELETE of the SDK has its parameters in the address.
  return parseForm([url.search.slice(1), body].filter((part) => part !== '').join('&'));
}

function unknownCall(method: string, path: string) {
  const operation = `${method} ${path}`;
  const known = [...shapes.elsewhere, ...Object.keys(shapes.operations)];
  if (known.some((one) => toPattern(one).test(operation))) {
    return new StripeError(
      501,
      'api_error',
      `The emulator does not have ${operation}. Stripe has it.`,
    );
  }
  const trailing = path.endsWith('/')
    ? ' If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.'
    : ' Please see https://docs.stripe.com or we can help at https://support.stripe.com/.';
  return new StripeError(
    404,
    'invalid_request_error',
    `Unrecognized request URL (${method}: ${path}).${trailing}`,
  );
}

const toPattern = (operation: string) => new RegExp(`^${operation.replaceAll('{id}', '[^/]+')}$`);

function inUse(key: string) {
  return new StripeError(
    409,
    'idempotency_error',
    `There is currently another in-progress request using this Stripe API key with that idempotency key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { code: 'idempotency_key_in_use' },
  );
}

function checkSame(
  saved: SavedAnswer,
  { endpoint, text }: { endpoint: string; text: string },
  key: string,
) {
  if (saved.endpoint !== endpoint) {
    throw new StripeError(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${saved.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  if (saved.params !== text) {
    throw new StripeError(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
}

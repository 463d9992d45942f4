import type * as z from 'zod/mini';

/** An address of the server that is neither an endpoint, a callable nor a document. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST';
  /** Path with parameters in braces. */
  readonly path: string;
  /** Purpose in one sentence. */
  readonly text: string;
  /** Content type of the answer. */
  readonly type: string;
  /** Query of a GET, body of a POST. */
  readonly input?: z.ZodMiniType;
  /** Content type of the body; JSON if left out. */
  readonly inputType?: 'application/x-www-form-urlencoded';
  readonly output?: z.ZodMiniType;
  /** HTTP status of the answers beside 200, and when they come. */
  readonly also?: Readonly<Record<number, string>>;
  /** Condition under which the route exists; always if left out. */
  readonly only?:
    | 'in local mode'
    | 'with the sandbox'
    | 'with payments'
    | 'with clients'
    | 'with METRICS_TOKEN';
}

import { Refusal } from './refusal.ts';

type Attributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: Attributes;
  /** Headers of a request that a trusted proxy sent, whose trace goes on here. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>> | undefined;
}

interface SpanEnd {
  readonly attributes?: Attributes;
  /** A bug or an outage; a refusal is no failure. */
  readonly isFailed?: boolean;
}

/** A timed piece of work in a trace. */
export interface Span {
  readonly traceId: string;
  /** Runs work; spans that it starts are children of this one. */
  inside<Result>(work: () => Result): Result;
  end(outcome?: SpanEnd): void;
}

/** Starts spans, as children of the one that the caller runs in. */
export interface Tracer {
  start(start: SpanStart): Span;
}

/** Runs work in a span of its own; without a tracer, it only runs it. */
export async function inSpan<Result>(
  tracer: Tracer | undefined,
  start: SpanStart,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) {
    return await work();
  }
  const span = tracer.start(start);
  try {
    const result = await span.inside(work);
    span.end();
    return result;
  } catch (error) {
    span.end(toEnd(error));
    throw error;
  }
}

/** Names of ours only: the words of an error may hold what a person typed. */
function toEnd(error: unknown): SpanEnd {
  return error instanceof Refusal
    ? { attributes: { 'hearth.result': error.code } }
    : {
        attributes: { 'error.type': error instanceof Error ? error.name : 'unknown' },
        isFailed: true,
      };
}

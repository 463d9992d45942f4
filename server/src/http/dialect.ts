import { httpStatusIn, refusalEntry } from '@hearth/contract';
import type { Refusal } from '../platform/refusal.ts';

/** A refusal on its way out, before its dialect's envelope. */
export interface Answer {
  readonly httpStatus: number;
  readonly body: unknown;
}

/** Puts the operator's own words into a sentence of the catalogue. */
export type Say = (sentence: string) => string;

const asWritten: Say = (sentence) => sentence;

/** How one of the three dialects words a refusal. */
export type EncodeRefusal = (refusal: Refusal, say?: Say) => Answer;

/** The catalogue's sentence and what the refusal adds: which field, which bound. */
function toSentence({ code, detail }: Refusal, say: Say): string {
  const { message, speaksInDetail } = refusalEntry(code);
  if (detail === undefined) {
    return say(message);
  }
  return speaksInDetail ? detail : `${say(message)} ${detail}`;
}

/** Documents answer errors in the same shape. */
export const encodeCallableRefusal: EncodeRefusal = (refusal, say = asWritten) => {
  const { status } = refusalEntry(refusal.code);
  const message = toSentence(refusal, say);
  return {
    httpStatus: httpStatusIn('callable', refusal.code),
    body: { error: { status, message, details: { code: refusal.code } } },
  };
};

/** Business errors are 400 whatever they are about; only `message` is read by Google's SDKs. */
export const encodeIdentityRefusal: EncodeRefusal = (refusal, say = asWritten) => {
  const { status, identity } = refusalEntry(refusal.code);
  const code = httpStatusIn('identity', refusal.code);
  const message = toIdentityMessage(identity, refusal, say);
  return {
    httpStatus: code,
    body: {
      ...refusal.fields,
      error: {
        code,
        message,
        errors: [{ message, domain: 'global', reason: reasonOf(refusal) }],
        ...(code !== 400 && { status }),
        details: { code: refusal.code },
      },
    },
  };
};

function toIdentityMessage(identity: string | undefined, refusal: Refusal, say: Say): string {
  if (identity === undefined) {
    return `${refusalEntry(refusal.code).status} : ${toSentence(refusal, say)}`;
  }
  return refusal.detail === undefined ? identity : `${identity} : ${refusal.detail}`;
}

function reasonOf({ code }: Refusal): string {
  const reasons: Partial<Record<typeof code, string>> = {
    'request/invalid-json': 'parseError',
    'request/unknown-path': 'notFound',
    'request/missing-api-key': 'forbidden',
    'server/internal': 'internalError',
  };
  return reasons[code] ?? 'invalid';
}

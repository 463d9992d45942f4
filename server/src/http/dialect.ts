import { httpStatusIn, refusalEntry } from '@hearth/contract';
import type { Refusal } from '../platform/refusal.ts';

/** A refusal on its way out, before its dialect's envelope. */
export interface Answer {
  readonly httpStatus: number;
  readonly body: unknown;
}

/** How one of the three dialects words a refusal. */
export type EncodeRefusal = (refusal: Refusal) => Answer;

/** The catalogue's sentence and what the refusal adds: which field, which bound. */
function toSentence({ code, detail }: Refusal): string {
  const { message, speaksInDetail } = refusalEntry(code);
  if (detail === undefined) {
    return message;
  }
  return speaksInDetail ? detail : `${message} ${detail}`;
}

/** Documents answer errors in the same shape. */
export const encodeCallableRefusal: EncodeRefusal = (refusal) => {
  const { status } = refusalEntry(refusal.code);
  return {
    httpStatus: httpStatusIn('callable', refusal.code),
    body: { error: { status, message: toSentence(refusal), details: { code: refusal.code } } },
  };
};

/** Business errors are 400 whatever they are about; only `message` is read by Google's SDKs. */
export const encodeIdentityRefusal: EncodeRefusal = (refusal) => {
  const { status, identity } = refusalEntry(refusal.code);
  const code = httpStatusIn('identity', refusal.code);
  const message = toIdentityMessage(identity, refusal);
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

function toIdentityMessage(identity: string | undefined, refusal: Refusal): string {
  if (identity === undefined) {
    return `${refusalEntry(refusal.code).status} : ${toSentence(refusal)}`;
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

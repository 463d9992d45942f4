import { type RefusalCode, refusalEntry } from '@hearth/contract';

/** "Understood, and the answer is no." Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Free English text after the catalogue's words: which field, which bound. */
  readonly detail: string | undefined;
  /** Account that was refused, if it is known. Like the cause it is logged and never sent. */
  readonly uid: string | undefined;
  /** Fields that the identity dialect answers beside the refusal. */
  readonly fields: Readonly<Record<string, string>>;
  /** Time after which the request may be repeated, if it is known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, detail?: string, more: RefusalOptions = {}) {
    super(refusalEntry(code).message, 'cause' in more ? { cause: more.cause } : undefined);
    this.code = code;
    this.detail = detail;
    this.uid = more.uid;
    this.fields = more.fields ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

interface RefusalOptions {
  /** For the operator's log, like the uid. */
  readonly cause?: unknown;
  readonly uid?: string | undefined;
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number | undefined;
}

/** Adds the account whose request was refused, unless the refusal names one already. */
export function withUid(refusal: Refusal, uid: string): Refusal {
  const { code, detail, cause, fields, retryAfterSeconds } = refusal;
  const more = { uid, fields, retryAfterSeconds };
  return refusal.uid === undefined
    ? new Refusal(code, detail, { ...more, ...(cause !== undefined && { cause }) })
    : refusal;
}

/** Names the account for the operator's log; undefined if there is none. */
export function refuseAccount(code: RefusalCode, uid: string | undefined): never {
  throw new Refusal(code, undefined, { uid });
}

export function refuse(code: RefusalCode, detail?: string): never {
  throw new Refusal(code, detail);
}

export function refuseIf(condition: boolean, code: RefusalCode, detail?: string): void {
  if (condition) {
    refuse(code, detail);
  }
}

export function refuseUnless(
  condition: unknown,
  code: RefusalCode,
  detail?: string,
): asserts condition {
  if (!condition) {
    refuse(code, detail);
  }
}

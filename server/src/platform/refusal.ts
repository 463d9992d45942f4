import { type RefusalCode, refusalEntry } from '@hearth/contract';

/** "Understood, and the answer is no." Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Free English text after the catalogue's words: which field, which bound. */
  readonly detail: string | undefined;

  /** A cause is for the operator: it is logged and never sent. */
  constructor(code: RefusalCode, detail?: string, options?: { readonly cause: unknown }) {
    super(refusalEntry(code).message, options);
    this.code = code;
    this.detail = detail;
  }
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

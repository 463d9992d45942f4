/** Hearth understood, and the answer is no; or a token or a signature is not valid. */
export class HearthError extends Error {
  /** HTTP status; 401 for tokens and signatures. */
  readonly status: number;
  /** Such as `subscription/unknown`; `server/internal` if the answer has none. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'HearthError';
    this.status = status;
    this.code = code;
  }
}

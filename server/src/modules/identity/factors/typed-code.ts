/** Code as a person typed it: of an authenticator app, or a recovery code; undefined if it can be neither. */
export type TypedCode =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string };

/** Takes full-width digits, spaces and hyphens, as phones and papers bring them. */
export function readTypedCode(written: string): TypedCode | undefined {
  const code = written
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase();
  if (/^\d{6}$/.test(code)) {
    return { kind: 'totp', code };
  }
  return /^[A-Z2-7]{16}$/.test(code) ? { kind: 'recovery', code } : undefined;
}

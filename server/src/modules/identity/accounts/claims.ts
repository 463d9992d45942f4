/** Names that ID tokens use themselves, and those that Firebase reserves. */
const reserved: ReadonlySet<string> = new Set([
  ...['acr', 'amr', 'at_hash', 'aud', 'auth_time', 'azp', 'c_hash', 'cnf', 'email'],
  ...['email_verified', 'exp', 'firebase', 'iat', 'iss', 'jti', 'name', 'nbf', 'nonce'],
  ...['phone_number', 'picture', 'sid', 'sub', 'user_id'],
]);

const longestClaims = 1_000;

/** Says why these cannot be custom claims of an account; undefined if they can. At most 1,000 bytes as JSON. */
export function findClaimsFault(
  claims: Readonly<Record<string, unknown>> | null,
): string | undefined {
  if (claims === null) {
    return undefined;
  }
  const taken = Object.keys(claims).filter((name) => reserved.has(name));
  if (taken.length > 0) {
    return `Claims may not be called ${taken.join(', ')}.`;
  }
  if (!isStorable(claims)) {
    return 'Claims have characters that cannot be stored.';
  }
  return Buffer.byteLength(JSON.stringify(claims)) <= longestClaims
    ? undefined
    : `Claims may have at most ${longestClaims} bytes.`;
}

/** Whether PostgreSQL takes each text in the value: it refuses NUL, and half a surrogate pair. */
export function isStorable(value: unknown): boolean {
  return !/\\u(0000|d[89a-f])/i.test(JSON.stringify(value));
}

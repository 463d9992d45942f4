import { randomSecret, secretHash } from '../../../platform/ids.ts';

/** No ID token begins so. */
const tokenPrefix = 'view_';
const sessionPrefix = 'view:';

/** A new token, which only its holder keeps, and its hash. */
export function newViewToken(): { readonly token: string; readonly tokenHash: Buffer } {
  const token = `${tokenPrefix}${randomSecret()}`;
  return { token, tokenHash: secretHash(token) };
}

/** Hash of the token of a view; undefined for an ID token. */
export function toViewHash(token: string): Buffer | undefined {
  return token.startsWith(tokenPrefix) ? secretHash(token) : undefined;
}

/** Name of the view in place of a session's id, which signed addresses carry. */
export const toSessionName = (tokenHash: Buffer) =>
  `${sessionPrefix}${tokenHash.toString('base64url')}`;

/** The hash that the name was made of; undefined for the id of a session. */
export function fromSessionName(sessionId: string): Buffer | undefined {
  return sessionId.startsWith(sessionPrefix)
    ? Buffer.from(sessionId.slice(sessionPrefix.length), 'base64url')
    : undefined;
}

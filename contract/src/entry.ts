import type * as z from 'zod/mini';
import type { Access } from './access.ts';
import type { RefusalCode } from './errors.ts';
import type { KeyAccess } from './server-api/key-scopes.ts';

/** Contract of one call between web and server. */
export interface Entry<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> {
  readonly access: Who;
  readonly input: Input;
  readonly output: Output;
  /** Refusals of its own, beyond those of every call (bad request, signed out, access denied). */
  readonly refusals: readonly RefusalCode[];
  /**
   * An operator who sees the product as a person does may make it. It writes nothing, and answers no secret and no
   * address that works without a sign-in.
   */
  readonly readOnly?: true;
}

/**
 * `POST` of the Identity Toolkit protocol, with the ID token in the body. Its input ignores unknown fields: one that a
 * future SDK adds must not stop a sign-in.
 */
export interface IdentityCall<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> extends Entry<Input, Output, Who> {
  readonly dialect: 'identity';
  /** `GET` for the two public look-ups, `POST` otherwise. */
  readonly method: 'GET' | 'POST';
  /** Path below the mount point, with a real colon: `/v1/accounts:signUp`. */
  readonly path: string;
  /** Another version's path, which clients that write all paths alike ask. */
  readonly alsoAt?: string;
  /** Name in the protocol's third version, which the SDKs of iOS, Android and C++ still use. */
  readonly legacyName?: string;
  /** Google's prefix under which SDKs also look for it. */
  readonly service: 'identitytoolkit' | 'securetoken';
  /** Effect on a session whose refresh token is in a cookie. Without it, a session that the call opens replaces the cookie's. */
  readonly cookieSession?: CookieSession;
}

export interface CookieSession {
  /** Input field that the cookie fills in. */
  readonly fills?: 'refresh_token' | 'refreshToken';
  /** Removes the cookie: nobody is signed in afterwards. */
  readonly ends?: true;
  /** Belongs to a sign-in at a provider: a cookie keeps the secret that SDKs keep themselves. */
  readonly binds?: true;
}

/** `POST /functions/{region}/{name}` with a `data` envelope and a bearer token. */
export interface Callable<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> extends Entry<Input, Output, Who> {
  readonly dialect: 'callable';
  readonly name: string;
}

/** A plain JSON resource with a bearer token. Path parameters, query and body together are the input. */
export interface Document<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> extends Entry<Input, Output, Who> {
  readonly dialect: 'document';
  readonly method: 'GET' | 'PATCH' | 'DELETE' | 'POST';
  /** Path with parameters in braces: `/v1/users/{uid}`. */
  readonly path: string;
  /** Answered as a file for spreadsheets: the output is its lines, which are sent as they come. */
  readonly answers?: 'csv';
}

/** A plain JSON resource for the operator's own programs, with an API key as its bearer token. No page of another origin may call it. */
export interface ServerCall<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends KeyAccess = KeyAccess,
> extends Entry<Input, Output, Who> {
  readonly dialect: 'server';
  readonly method: Document['method'];
  /** Path with parameters in braces, below `/server/v1/`. */
  readonly path: string;
}

/** Input of an operation: defaults applied, units as the schema says. */
export type InputOf<E extends Entry> = z.infer<E['input']>;

/** Request of a client: fields with a default may be left out. */
export type RequestOf<E extends Entry> = z.input<E['input']>;

export type OutputOf<E extends Entry> = z.infer<E['output']>;

export function identityCall<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Who extends Access,
>(call: Omit<IdentityCall<Input, Output, Who>, 'dialect'>): IdentityCall<Input, Output, Who> {
  return { ...call, dialect: 'identity' };
}

export function callable<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Who extends Access,
>(call: Omit<Callable<Input, Output, Who>, 'dialect'>): Callable<Input, Output, Who> {
  return { ...call, dialect: 'callable' };
}

export function document<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Who extends Access,
>(call: Omit<Document<Input, Output, Who>, 'dialect'>): Document<Input, Output, Who> {
  return { ...call, dialect: 'document' };
}

export function serverCall<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Who extends KeyAccess,
>(call: Omit<ServerCall<Input, Output, Who>, 'dialect'>): ServerCall<Input, Output, Who> {
  return { ...call, dialect: 'server' };
}

import type { Callable, Document, IdentityCall } from '@hearth/contract';

/** Anything that the contract lets the web call. */
export type AnyEntry = IdentityCall | Callable | Document;

export type Dialect = AnyEntry['dialect'];

import * as calls from './calls.ts';
import type { Callable, Document, IdentityCall, ServerCall } from './entry.ts';

export type Dialect = (IdentityCall | Callable | Document | ServerCall)['dialect'];

type CallsOf<Spoken extends Dialect> = {
  readonly [Name in keyof typeof calls as (typeof calls)[Name]['dialect'] extends Spoken
    ? Name
    : never]: (typeof calls)[Name];
};

/** Every endpoint, callable and document, by name. */
export const wire = {
  identity: callsOf('identity'),
  callables: callsOf('callable'),
  documents: callsOf('document'),
  server: callsOf('server'),
};

function callsOf<Spoken extends Dialect>(spoken: Spoken): CallsOf<Spoken> {
  const spoke = Object.entries(calls).filter(([, { dialect }]) => dialect === spoken);
  return Object.fromEntries(spoke) as CallsOf<Spoken>;
}

export type CallName = keyof typeof calls;
export type IdentityName = keyof typeof wire.identity;
export type CallableName = keyof typeof wire.callables;
export type DocumentName = keyof typeof wire.documents;
export type ServerCallName = keyof typeof wire.server;

import type * as contract from '@hearth/contract';
import type { CallName, Dialect, Entry } from '@hearth/contract';
import * as billing from '../modules/billing/calls.ts';
import * as operators from '../modules/console/calls.ts';
import * as hostedSignIn from '../modules/hosted-sign-in/calls.ts';
import * as identity from '../modules/identity/calls.ts';
import * as members from '../modules/members/calls.ts';
import * as serverApi from '../modules/server-api/calls.ts';
import * as subscriptions from '../modules/subscriptions/calls.ts';
import type { AnyOperation } from './execute.ts';

/** An operation whose entry is the named one. A missing or swapped one, or one that needs a service the executor lacks, does not compile. */
export type OperationFor<E extends Entry> = AnyOperation & { readonly entry: E };

const ofModules = {
  ...identity,
  ...subscriptions,
  ...members,
  ...billing,
  ...serverApi,
  ...operators,
  ...hostedSignIn,
};

const byName: { [Name in CallName]: OperationFor<(typeof contract)[Name]> } = ofModules;

type Operations = typeof ofModules;

type OperationsOf<Spoken extends Dialect> = {
  readonly [Name in keyof Operations as Operations[Name]['entry']['dialect'] extends Spoken
    ? Name
    : never]: Operations[Name];
};

/** Wire name to operation, complete by type. */
export const operations = {
  identity: operationsOf('identity'),
  callables: operationsOf('callable'),
  documents: operationsOf('document'),
  server: operationsOf('server'),
};

function operationsOf<Spoken extends Dialect>(spoken: Spoken): OperationsOf<Spoken> {
  const spoke = Object.entries(byName).filter(([, { entry }]) => entry.dialect === spoken);
  return Object.fromEntries(spoke) as OperationsOf<Spoken>;
}

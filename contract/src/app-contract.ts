import type * as z from 'zod/mini';
import type { Access } from './access.ts';
import type { Document } from './entry.ts';
import { addRefusals, type HearthRefusalCode } from './errors.ts';
import type { LimitsSchema } from './limits.ts';
import type { HearthAction } from './members/activity-action.ts';
import type { RefusalEntry } from './refusal-entry.ts';
import { addEventTypes, type EventType } from './server-api/event-types.ts';
import type { CallableName, DocumentName, IdentityName } from './wire.ts';

/** Everything that the product on Hearth offers over HTTP, and the words for what happens in it. */
export interface AppContract {
  /** Its calls by their names; each path begins with `/api/`. */
  readonly calls: Readonly<Record<string, Document>>;
  readonly refusals?: Readonly<Record<string, RefusalEntry>>;
  /** Actions that the activity of a subscription lists. */
  readonly activity?: readonly string[];
  /** Schema of `plans[].limits`: an object of `count` and `included`. */
  readonly limits?: LimitsSchema;
  /** Screens below `/subscription/:id/`, such as `tasks` and `tasks/:task`. */
  readonly pages?: readonly string[];
  /** Screens below `/account/`, which are about the person and no project. */
  readonly accountPages?: readonly string[];
}

type HearthCallName = CallableName | DocumentName | IdentityName;

/** A name that Hearth has leaves nothing that its value could be. */
type NotOf<Names extends string, Entries> = {
  readonly [Name in keyof Entries]: Name extends Names ? never : Entries[Name];
};

/** One call of the product, with an address of its own. */
export function appCall<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Who extends Access,
>(
  call: Omit<Document<Input, Output, Who>, 'dialect' | 'path'> & {
    /** Path with parameters in braces, such as `/api/subscriptions/{subscriptionId}/tasks`. */
    readonly path: `/api/${string}`;
  },
): Document<Input, Output, Who> {
  return { ...call, dialect: 'document' };
}

/** Keeps the calls' own types. */
export function defineCalls<const Calls extends Readonly<Record<string, Document>>>(
  calls: Calls & NotOf<HearthCallName, Calls>,
): Calls {
  return calls;
}

/** Makes the refusals known to everything that answers one. Codes read `noun/what`. */
export function defineRefusals<const Codes extends `${string}/${string}`>(
  entries: Record<Codes, RefusalEntry> & NotOf<HearthRefusalCode, Record<Codes, RefusalEntry>>,
): Record<Codes, RefusalEntry> {
  addRefusals(entries);
  return entries;
}

/** Keeps the actions' literal types. Actions read `noun.participle`. */
export function defineActivity<const Actions extends readonly `${string}.${string}`[]>(
  actions: Actions & { readonly [Place in keyof Actions]: Exclude<Actions[Place], HearthAction> },
): Actions {
  return actions;
}

/** Makes the types of events known to everything that lists or delivers them. Types read `noun.participle`. */
export function defineEvents<const Types extends readonly `${string}.${string}`[]>(
  types: Types & { readonly [Place in keyof Types]: Exclude<Types[Place], EventType> },
): Types {
  addEventTypes(types);
  return types;
}

/** Keeps the contract's own type. */
export function defineContract<const Contract extends AppContract>(contract: Contract): Contract {
  return contract;
}

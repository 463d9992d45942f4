import type { EventType, Scene, StripeObject } from './scene.ts';
import type { Catalogue, CustomerState } from './state.ts';
import type { Transaction } from './store/store.ts';
import type { StripeError } from './wire/errors.ts';

type Params = object;
export type Answer = object | StripeError;

/**
 * Owner of the state that a request locks: a new customer, or that of an id in path or parameters. An unknown id gives
 * an empty state, in which the handler finds nothing.
 */
export type Owner<P> = 'new' | 'path' | ((params: P) => string | undefined);

export interface CustomerRoute {
  kind: 'customer';
  method: Method;
  path: string;
  owner: Owner<Params>;
  /** Ids of objects that may still be without a customer and move to this one. */
  takes: (params: Params, ids: string[]) => (string | undefined)[];
  changesCatalogue: (params: Params) => boolean;
  isPublishable: boolean;
  run(scene: Scene, params: Params, ...ids: string[]): Answer;
}

export interface CatalogueRoute {
  kind: 'catalogue';
  method: Method;
  path: string;
  /** The path names a test clock that is removed with its customers. */
  removesClock: boolean;
  run(scene: CatalogueScene, params: Params, ...ids: string[]): Answer;
}

/** A list over one customer's objects if the parameters name one, else over everybody's. */
export interface ListRoute {
  kind: 'list';
  method: 'GET';
  path: string;
  /** An id whose owner's objects are listed. */
  among: (params: Params, ids: string[]) => string | undefined;
  rows(state: CustomerState, params: Params, ...ids: string[]): StripeObject[];
}

/** A call on events, which belong to no state. */
export interface EventRoute {
  kind: 'events';
  method: 'GET';
  path: string;
  run(events: EventReader, params: Params, ...ids: string[]): Promise<Answer>;
}

export type EventReader = Pick<Transaction, 'listEvents' | 'findEvent'>;
export type Route = CustomerRoute | CatalogueRoute | ListRoute | EventRoute;
export type Method = 'GET' | 'POST' | 'DELETE';
export type CatalogueScene = Omit<Scene, 'state' | 'guests' | 'foreign'>;

interface Choices<P> {
  owner?: Owner<P>;
  takes?: (params: P, ids: string[]) => (string | undefined)[];
  changesCatalogue?: boolean | ((params: P) => boolean);
  isPublishable?: boolean;
}

/** A call on one customer's objects. Without `owner`, the id in the path decides. */
export function onCustomer<P extends Params>(
  method: Method,
  path: string,
  choices: Choices<P>,
  run: (scene: Scene, params: P, ...ids: string[]) => Answer,
): CustomerRoute {
  const { owner = 'path', takes = () => [], changesCatalogue = false } = choices;
  const changes = typeof changesCatalogue === 'boolean' ? () => changesCatalogue : changesCatalogue;
  // The parameters were checked against the declaration of this very call, so they are its P.
  return {
    kind: 'customer',
    method,
    path,
    owner: owner as Owner<Params>,
    takes: takes as CustomerRoute['takes'],
    changesCatalogue: changes as CustomerRoute['changesCatalogue'],
    isPublishable: choices.isPublishable ?? false,
    run: run as CustomerRoute['run'],
  };
}

/** A call on what is sold or on the account's settings. */
export function onCatalogue<P extends Params>(
  method: Method,
  path: string,
  run: (scene: CatalogueScene, params: P, ...ids: string[]) => Answer,
  { removesClock = false } = {},
): CatalogueRoute {
  return { kind: 'catalogue', method, path, removesClock, run: run as CatalogueRoute['run'] };
}

export function onList<P extends Params>(
  path: string,
  rows: (state: CustomerState, params: P, ...ids: string[]) => StripeObject[],
  among: (params: P, ids: string[]) => string | undefined = (params) =>
    'customer' in params && typeof params.customer === 'string' ? params.customer : undefined,
): ListRoute {
  return {
    kind: 'list',
    method: 'GET',
    path,
    among: among as ListRoute['among'],
    rows: rows as ListRoute['rows'],
  };
}

export function onEvents<P extends Params>(
  path: string,
  run: (events: EventReader, params: P, ...ids: string[]) => Promise<Answer>,
): EventRoute {
  return { kind: 'events', method: 'GET', path, run: run as EventRoute['run'] };
}

/** Something that happens by itself, such as a renewal. */
export interface DueRule {
  /** Unix seconds at which `run` has to be called next, if ever. */
  nextAt(state: CustomerState, catalogue: Catalogue): number | undefined;
  /** Called with `scene.now` at that instant; afterwards `nextAt` must be later, or undefined. */
  run(scene: Scene): void;
}

/** Reactions in the same scene to an event, such as an invoice that is paid with its payment. */
export interface Reaction {
  to: EventType;
  run(scene: Scene, id: string): void;
}

/**
 * A field that is shown only when it is expanded, such as `customer.tax_ids`. Computed when it is asked for, or
 * stored in the object and left out otherwise.
 */
export interface Inclusion {
  object: string;
  field: string;
  compute(found: { state?: CustomerState; catalogue: Catalogue }, object: StripeObject): unknown;
}

/** Everything that one file of `resources/` adds to the emulator. */
export interface Resource {
  routes: Route[];
  due?: DueRule[];
  reactions?: Reaction[];
  inclusions?: Inclusion[];
}

import type Stripe from 'stripe';
import type { Catalogue, CustomerState, Stored } from '../state.ts';

/** The answer that a key repeats for 24 hours. */
export interface SavedAnswer {
  /** Method, path and parameters of the first request. */
  endpoint: string;
  params: string;
  requestId: string;
  status: number;
  body: string;
  /** Unix seconds. */
  savedAt: number;
}

/** An event on its way to an endpoint. */
export interface Delivery {
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
  /** Unix seconds. */
  dueAt: number;
}

export interface SavedState {
  state: CustomerState;
  newIds: string[];
  /** The test clock that the customer lives on. */
  clock: string | null;
  /** Unix seconds at which something happens by itself. */
  dueAt: number | null;
}

export interface Changes {
  states?: SavedState[];
  removed?: string[];
  catalogue?: Catalogue;
  events?: Stored<Stripe.Event>[];
  deliveries?: Delivery[];
  answer?: { key: string; saved: SavedAnswer };
}

/** Locks of one request until it ends. States are locked in the order of their owners, the catalogue last. */
export interface Transaction {
  /** Numbers that never come twice, for ids. */
  nextNumber(): Promise<number>;
  /** False while another request holds the key. */
  holdKey(key: string): Promise<boolean>;
  savedAnswer(key: string): Promise<SavedAnswer | undefined>;
  ownersOf(ids: string[]): Promise<(string | undefined)[]>;
  /** Copies that the caller may change; owners without a state are left out. */
  lockStates(owners: string[]): Promise<CustomerState[]>;
  readStates(owners: string[] | 'all'): Promise<CustomerState[]>;
  lockCatalogue(): Promise<Catalogue>;
  /** Frozen, and maybe shared with other requests. */
  readCatalogue(): Promise<Catalogue>;
  /** Oldest first, from this time on in Unix seconds. */
  listEvents(since?: number): Promise<Stored<Stripe.Event>[]>;
  findEvent(id: string): Promise<Stored<Stripe.Event> | undefined>;
  /** All at once, at the end. */
  commit(changes: Changes): Promise<void>;
}

/** A delivery that is due, with its event; without one if the event is no longer kept. */
export interface TakenDelivery {
  delivery: Delivery;
  event: Stored<Stripe.Event> | undefined;
}

/** When taken deliveries are tried again, by their ids; undefined for those that are done. */
export type DeliveryOutcomes = Map<string, Delivery | undefined>;

export const leaseSeconds = 60;
/** Deliveries that are taken at once. */
export const mostTaken = 100;

/** Events that are removed at once. */
export const mostForgotten = 1000;

export interface DueState {
  owner: string;
  dueAt: number;
}

export interface Store {
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Frozen, and maybe shared with others. */
  readCatalogue(): Promise<Catalogue>;
  /** The state that is due first, by the account's time and the times of test clocks. */
  nextDue(now: number, clocks: Record<string, number>): Promise<DueState | undefined>;
  /** Takes `mostTaken` that are due, oldest first, which nobody else sends until `leaseSeconds` later: their taker may die meanwhile. */
  takeDeliveries(now: number): Promise<TakenDelivery[]>;
  noteDeliveries(outcomes: DeliveryOutcomes): Promise<void>;
  /** Removes `mostForgotten` events of before this time that wait for no endpoint; true if there may be more. */
  forgetEvents(before: number): Promise<boolean>;
  clear(): Promise<void>;
}

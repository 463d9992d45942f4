import type Stripe from 'stripe';
import type { Catalogue, CustomerState } from './state.ts';

export type StripeObject = { id?: string; object: string };
export type EventType = Stripe.Event['type'];

/** An event that a handler caused, before the store numbers it. */
export interface CausedEvent {
  type: EventType;
  object: StripeObject;
  previous?: object;
}

/**
 * Everything that a handler reads and changes. `state` is a copy, which is dropped if the handler throws. Time and new
 * ids come from outside, so the same scene gives the same result.
 */
export interface Scene {
  state: CustomerState;
  /** States without a customer whose objects the request names; what is taken out of them moves. */
  guests: CustomerState[];
  /** Ids that the request names and that belong to other customers. */
  foreign: string[];
  /** Frozen unless the route asks to change it. */
  catalogue: Catalogue;
  /** Unix seconds on the customer's clock. */
  now: number;
  newId(prefix: string): string;
  emit(type: EventType, object: StripeObject, previous?: object): void;
  caller: Caller;
}

/** With a publishable key, only the holder of a client secret sees an object. */
export interface Caller {
  isPublishable: boolean;
  clientSecret?: string;
}

/** Changes an object and emits the event with the attributes that were different before. */
export function update<T extends StripeObject>(
  scene: Pick<Scene, 'emit'>,
  type: EventType,
  object: T,
  change: (object: T) => void,
): T {
  const before: Record<string, unknown> = structuredClone(object);
  change(object);
  const previous = differences(before, { ...object });
  if (Object.keys(previous).length > 0) {
    scene.emit(type, object, previous);
  }
  return object;
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
}

/** Metadata are merged; an empty value removes one name, an empty whole removes all. */
export function mergeMetadata(
  metadata: Record<string, string>,
  given: Record<string, string | number | null> | '' | null | undefined,
): Record<string, string> {
  if (given === undefined) {
    return metadata;
  }
  const merged = new Map(Object.entries(given ? metadata : {}));
  for (const [name, value] of Object.entries(given || {})) {
    if (value === '' || value === null) {
      merged.delete(name);
    } else {
      merged.set(name, String(value));
    }
  }
  return Object.fromEntries(merged);
}

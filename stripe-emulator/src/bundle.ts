import type { DueRule, Inclusion, Reaction, Resource, Route } from './routes.ts';
import type { EventType, StripeObject } from './scene.ts';
import type { Catalogue, CustomerState } from './state.ts';

/** All resources together. */
export interface Bundle {
  match(method: string, path: string): { route: Route; ids: string[] } | undefined;
  due: DueRule[];
  reactionsTo(type: EventType): Reaction[];
  inclusionsOf(object: string): Inclusion[];
}

export function createBundle(resources: Resource[]): Bundle {
  const routes = resources.flatMap((resource) => resource.routes).map(withPattern);
  const inclusions = resources.flatMap((resource) => resource.inclusions ?? []);
  const byObject = new Map<string, Inclusion[]>();
  for (const inclusion of inclusions) {
    byObject.set(inclusion.object, [...(byObject.get(inclusion.object) ?? []), inclusion]);
  }
  const reactions = resources.flatMap((resource) => resource.reactions ?? []);
  return {
    match: (method, path) => {
      for (const { route, pattern } of routes) {
        const found = route.method === method ? pattern.exec(path) : null;
        if (found) {
          return { route, ids: found.slice(1).map((id) => decodeURIComponent(id)) };
        }
      }
      return undefined;
    },
    reactionsTo: (type) => reactions.filter(({ to }) => to === type),
    due: resources.flatMap((resource) => resource.due ?? []),
    inclusionsOf: (object) => byObject.get(object) ?? [],
  };
}

function withPattern(route: Route) {
  return { route, pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`) };
}

/** A copy without the fields that are shown only when they are expanded; so are the objects in it. */
export function hideInclusions<T>(bundle: Bundle, value: T): T {
  if (Array.isArray(value)) {
    return value.map((item) => hideInclusions(bundle, item)) as T;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const name = 'object' in value && typeof value.object === 'string' ? value.object : '';
  const hidden = bundle.inclusionsOf(name).map(({ field }) => field);
  const shown = Object.entries(value)
    .filter(([field]) => !hidden.includes(field))
    .map(([field, inner]) => [field, hideInclusions(bundle, inner)]);
  return Object.fromEntries(shown);
}

/** The object with this id among those that a request may see. */
export function findObject(
  id: string,
  states: CustomerState[],
  catalogue: Catalogue,
): StripeObject | undefined {
  for (const state of states) {
    if (state.customer?.id === id) {
      return state.customer;
    }
    const {
      owner: _owner,
      customer: _customer,
      bankCards: _cards,
      hidden: _hidden,
      billing: _billing,
      ...kinds
    } = state;
    const found = findIn(kinds, id);
    if (found) {
      return found;
    }
  }
  const { account, settings: _settings, clockOffset: _offset, ...kinds } = catalogue;
  return account.id === id ? account : findIn(kinds, id);
}

function findIn(kinds: Record<string, Record<string, StripeObject>>, id: string) {
  return Object.values(kinds).find((objects) => Object.hasOwn(objects, id))?.[id];
}

import { type Bundle, findObject, hideInclusions } from '../bundle.ts';
import type { Catalogue, CustomerState } from '../state.ts';
import { invalid } from './errors.ts';
import { type Reach, shapes } from './shapes.ts';

const mostLevels = 4;

/** Refuses what the answer of this call cannot be expanded with. */
export function checkExpand(operation: string, paths: string[]) {
  const shape = shapes.operations[operation];
  const kinds = shape?.answer ?? [];
  const isList = shape?.isList ?? operation.endsWith('/search');
  for (const path of paths) {
    const parts = path.split('.');
    const isInside = isList && parts[0] === 'data';
    checkPath(isList && !isInside ? [] : fieldsOf(kinds), isInside ? parts.slice(1) : parts, path);
  }
}

function fieldsOf(kinds: string[] = []): Fields[] {
  return kinds.flatMap<Fields>((kind) => shapes.objects[kind] ?? []);
}

function checkPath(start: Fields[], parts: string[], path: string) {
  if (parts.length > mostLevels) {
    throw invalid(
      `You cannot expand more than ${mostLevels} levels of a property. Property: ${path}`,
      'expand',
    );
  }
  let fields = start;
  let reaches: Reach[] = [];
  for (const part of parts) {
    const isList = part === 'data' && reaches.some(({ list }) => list);
    reaches = isList ? reaches : fields.flatMap((all) => all[part] ?? []);
    fields = reaches.flatMap((reach) => below(reach));
  }
  const canExpand = reaches.some(
    ({ isExpandable, isOptional, list }) => isExpandable || isOptional || list,
  );
  if (!canExpand) {
    throw invalid(
      `This property cannot be expanded (${path}). You may want to try expanding one of its fields instead.`,
      'expand',
    );
  }
}

function below({ kinds, list, fields }: Reach): Fields[] {
  return [...fieldsOf(kinds), ...fieldsOf(list), ...(fields ? [fields] : [])];
}

type Fields = Record<string, Reach>;

/** Where the objects are that ids name. */
interface ObjectSource {
  bundle: Bundle;
  states: CustomerState[];
  catalogue: Catalogue;
}

/** Puts objects where ids are, and shows fields that are otherwise left out. */
export function expand(found: ObjectSource, answer: object, paths: string[]) {
  for (const path of paths) {
    expandInto(found, answer, path.split('.'));
  }
}

function expandInto(found: ObjectSource, value: unknown, [field, ...rest]: string[]) {
  if (Array.isArray(value)) {
    for (const item of value) {
      expandInto(found, item, field === undefined ? [] : [field, ...rest]);
    }
    return;
  }
  if (field === undefined || typeof value !== 'object' || value === null) {
    return;
  }
  const hash = value as Record<string, unknown>;
  const inner = hash[field] ?? include(found, hash, field);
  if (inner !== undefined) {
    hash[field] = Array.isArray(inner)
      ? inner.map((item) => toObject(found, item))
      : toObject(found, inner);
    expandInto(found, hash[field], rest);
  }
}

function include(
  { bundle, states, catalogue }: ObjectSource,
  hash: Record<string, unknown>,
  field: string,
) {
  const { object, id } = hash;
  if (typeof object !== 'string' || typeof id !== 'string') {
    return undefined;
  }
  const state = states.find((one) => findObject(id, [one], catalogue));
  const inclusion = bundle.inclusionsOf(object).find((one) => one.field === field);
  return inclusion?.compute({ catalogue, ...(state && { state }) }, { ...hash, object, id });
}

function toObject({ bundle, states, catalogue }: ObjectSource, value: unknown): unknown {
  const found = typeof value === 'string' ? findObject(value, states, catalogue) : undefined;
  return found ? hideInclusions(bundle, found) : structuredClone(value);
}

import { type Entry, wire } from '@hearth/contract';

const names = new Map<Entry, string>(
  Object.values(wire).flatMap((calls) =>
    Object.entries<Entry>(calls).map(([name, entry]) => [entry, name] as const),
  ),
);

/** Name of a call on the wire; calls of the sandbox, which stand in for the provider's, have one together. */
export function nameOf(entry: Entry): string {
  return names.get(entry) ?? 'sandbox';
}

import { type Entry, wire } from '@hearth/contract';

const names = new Map<Entry, string>(
  Object.values(wire).flatMap((calls) =>
    Object.entries<Entry>(calls).map(([name, entry]) => [entry, name] as const),
  ),
);

/** Makes names known of calls that the wire does not have. */
export function addNames(calls: Readonly<Record<string, Entry>>): void {
  for (const [name, entry] of Object.entries(calls)) {
    names.set(entry, name);
  }
}

/** Name of a call on the wire; calls of the sandbox, which replace the provider's, share one. */
export function nameOf(entry: Entry): string {
  return names.get(entry) ?? 'sandbox';
}

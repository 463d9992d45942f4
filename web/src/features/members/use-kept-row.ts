import type { SubscriptionUser } from '@hearth/contract';
import { useLayoutEffect, useRef } from 'react';

/** What the bar at the top of every page covers, in pixels. */
const coveredPx = 56;

/** Keeps the row that is first in view at its place on the screen when pages of another size are shown. `pageSize` is that of these users. */
export function useKeptRow(users: readonly SubscriptionUser[], pageSize: number) {
  const table = useRef<HTMLTableElement>(null);
  const kept = useRef<{ readonly id: string; readonly top: number; readonly pageSize: number }>(
    undefined,
  );
  const rows = () => [...(table.current?.querySelectorAll('tbody > tr') ?? [])];

  useLayoutEffect(() => {
    const { current } = kept;
    if (current?.pageSize === pageSize) {
      kept.current = undefined;
      const row = rows()[users.findIndex(({ id }) => id === current.id)];
      if (row) {
        window.scrollBy(0, row.getBoundingClientRect().top - current.top);
      }
    }
  });

  return {
    table,
    /** Notes the row until there are pages of the given size, and answers its number on the present one. */
    keepRow(nextSize: number): number {
      const tops = rows().map((row) => row.getBoundingClientRect());
      const first = tops.findIndex(({ top, bottom }) => (top + bottom) / 2 > coveredPx);
      const row = Math.max(0, first);
      const id = users[row]?.id;
      kept.current =
        id === undefined ? undefined : { id, top: tops[row]?.top ?? 0, pageSize: nextSize };
      return row;
    },
  };
}

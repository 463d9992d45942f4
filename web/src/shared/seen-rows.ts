import { useEffect } from 'react';
import { browserStorage } from './browser-storage.ts';

type SeenList = 'projects' | 'attention' | 'users';

/** Rows that skeletons show of a list that was never seen here, and at most. */
const usual: Record<SeenList, number> = { projects: 3, attention: 0, users: 3 };
const most = 100;

const storageKey = (list: SeenList) => `hearth.rows.${list}`;

/** Rows that the list had when this browser saw it last, so that its skeleton is as high. */
export function seenRows(list: SeenList): number {
  const rows = Number(browserStorage.get(storageKey(list)) ?? Number.NaN);
  return Number.isInteger(rows) && rows >= 0 ? Math.min(rows, most) : usual[list];
}

export function useNoteRows(list: SeenList, rows: number | undefined): void {
  useEffect(() => {
    if (rows !== undefined) {
      browserStorage.set(storageKey(list), String(rows));
    }
  }, [list, rows]);
}

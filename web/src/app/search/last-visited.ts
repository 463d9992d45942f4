import type { Subscription } from '@hearth/contract';
import { browserStorage } from '../../shared/browser-storage.ts';

const most = 5;

function storageKey(uid: string): string {
  return `hearth.visited.${uid}`;
}

function readIds(uid: string): readonly string[] {
  return (browserStorage.get(storageKey(uid)) ?? '').split(',').filter(Boolean);
}

/** Puts the project first; only ids are kept in the browser. */
export function noteVisit(uid: string, id: string): void {
  const others = readIds(uid).filter((each) => each !== id);
  browserStorage.set(storageKey(uid), [id, ...others].slice(0, most).join());
}

export const hasVisited = (uid: string) => readIds(uid).length > 0;

/** The projects visited last in this browser, the last one first. */
export function lastVisited(
  uid: string,
  projects: readonly Subscription[],
): readonly Subscription[] {
  return readIds(uid).flatMap((id) => projects.filter((project) => project.id === id));
}

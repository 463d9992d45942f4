import { useSyncExternalStore } from 'react';
import { pendingLoads } from '../shared/online/load-patiently.ts';
import { RouteBar } from '../shared/ui/route-bar.tsx';

/** The bar while code is on its way: the page before stays until then, and would not show that a press was heard. */
export function LoadBar() {
  return useSyncExternalStore(pendingLoads.subscribe, pendingLoads.areThere) ? <RouteBar /> : null;
}

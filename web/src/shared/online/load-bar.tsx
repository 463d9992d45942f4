import { useSyncExternalStore } from 'react';
import { RouteBar } from '../ui/route-bar.tsx';
import { pendingLoads } from './load-patiently.ts';

/** The bar while code is on its way: the page before stays until then, and would not show that a press was heard. */
export function LoadBar() {
  return useSyncExternalStore(pendingLoads.subscribe, pendingLoads.areThere) ? <RouteBar /> : null;
}

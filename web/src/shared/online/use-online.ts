import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { canReachServer } from './online.ts';

const listeners = new Set<() => void>();

/** The server has answered although the browser says that it has no network. */
let isReachedAnyway = false;

/** Whether the browser says that it has a network, or the server has answered since it said no. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine || isReachedAnyway);
}

function subscribe(listener: () => void) {
  const handleOffline = () => {
    isReachedAnyway = false;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', handleOffline);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', handleOffline);
  };
}

/** Asks the server itself, whatever the browser says; answers whether it was there. */
export async function lookForServer(): Promise<boolean> {
  isReachedAnyway = await canReachServer();
  if (isReachedAnyway) {
    // TanStack Query believes the browser, too, and would pause every read.
    onlineManager.setOnline(true);
  }
  for (const listener of listeners) {
    listener();
  }
  return isReachedAnyway;
}

import { type ReactNode, useDeferredValue } from 'react';

/** Parts below the head of a page. They are made after it, in steps, so that it is there sooner and answers meanwhile. */
export function Later({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}

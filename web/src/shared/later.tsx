import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** Renders lower parts of a page after those above, in steps, so that the first appear sooner and the browser stays responsive. */
export function Later({ children }: { readonly children: ReactNode }) {
  const [isNext, setIsNext] = useState(false);
  useEffect(() => startTransition(() => setIsNext(true)), []);
  return isNext && children;
}

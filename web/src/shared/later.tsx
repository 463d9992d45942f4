import { type ReactNode, startTransition, useEffect, useState } from 'react';

/** Parts below others, made once those are on the screen, in steps: so those are there sooner, and the browser answers meanwhile. */
export function Later({ children }: { readonly children: ReactNode }) {
  const [isNext, setIsNext] = useState(false);
  useEffect(() => startTransition(() => setIsNext(true)), []);
  return isNext && children;
}

import { useEffect, useRef } from 'react';
import { typedTexts } from '../../../shared/form/typed-texts.ts';

/** Stripe's fields keep what is typed in them to themselves; the page learns only that there is something. */
export function useTypedAtStripe() {
  const latest = useRef({ typed: new Set<string>(), isSent: false });

  useEffect(() => {
    const { current } = latest;
    return typedTexts.register({
      names: ['number'],
      unsaved: () => (current.typed.size > 0 && !current.isSent ? { number: '' } : {}),
      markUnsent() {
        current.isSent = false;
      },
    });
  }, []);

  return {
    noteTyped(element: 'card' | 'address', isTyped: boolean) {
      const { current } = latest;
      current.isSent = false;
      if (isTyped) {
        current.typed.add(element);
      } else {
        current.typed.delete(element);
      }
    },
    noteSent() {
      latest.current.isSent = true;
    },
  };
}

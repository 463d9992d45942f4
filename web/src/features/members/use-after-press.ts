import { useEffect, useRef } from 'react';

/** Does something once a press that is under way has ended: what moves while it is pressed does not get it. */
export function useAfterPress(): (work: () => void) => void {
  const isPressed = useRef(false);

  useEffect(() => {
    const note = ({ type }: Event) => {
      isPressed.current = type === 'pointerdown';
    };
    const types = ['pointerdown', 'pointerup', 'pointercancel'];
    for (const type of types) {
      document.addEventListener(type, note, true);
    }
    return () => {
      for (const type of types) {
        document.removeEventListener(type, note, true);
      }
    };
  }, []);

  return (work) => {
    // A finger that is up already presses in the same turn.
    const later = () => void setTimeout(work);
    if (isPressed.current) {
      document.addEventListener('pointerup', later, { once: true });
    } else {
      later();
    }
  };
}

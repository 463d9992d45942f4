import { useState } from 'react';

const storageKey = 'hearth.canceled';

/** Whether the dashboard shows canceled projects, remembered in this browser; they are hidden at first. */
export function useShowsCanceled() {
  const [isShown, setIsShown] = useState(() => localStorage.getItem(storageKey) === 'shown');

  function toggle() {
    localStorage.setItem(storageKey, isShown ? 'hidden' : 'shown');
    setIsShown(!isShown);
  }

  return { isShown, toggle };
}

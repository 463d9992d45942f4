import { useEffect, useRef } from 'react';

/**
 * Keeps tasks until the page is gone. A change that takes the page away from its reader would
 * otherwise meet the guards above it while the page is still leaving.
 */
export function useAfterPage(): (task: () => void) => void {
  const page = useRef<{ isGone: boolean; readonly tasks: (() => void)[] }>({
    isGone: false,
    tasks: [],
  });

  useEffect(() => {
    const { current } = page;
    current.isGone = false;
    return () => {
      current.isGone = true;
      for (const task of current.tasks.splice(0)) {
        task();
      }
    };
  }, []);

  return (task) => {
    if (page.current.isGone) {
      task();
    } else {
      page.current.tasks.push(task);
    }
  };
}

/** Where a browser forbids its storage, nothing is found and nothing is kept. */
function guarded(find: () => Storage) {
  return {
    get(key: string): string | null {
      try {
        return find().getItem(key);
      } catch {
        return null;
      }
    },
    /** Answers whether it is kept. */
    set(key: string, value: string): boolean {
      try {
        find().setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    remove(key: string): void {
      try {
        find().removeItem(key);
      } catch {
        // Then nothing is there.
      }
    },
  };
}

/** Stays in this browser. */
export const browserStorage = guarded(() => localStorage);

/** Stays in this tab, through a reload. */
export const tabStorage = guarded(() => sessionStorage);

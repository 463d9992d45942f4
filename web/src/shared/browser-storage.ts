/** If a browser forbids its storage, nothing is found and nothing is kept. */
function guarded(find: () => Storage) {
  function attempt<Answer>(use: (storage: Storage) => Answer): Answer | undefined {
    try {
      return use(find());
    } catch {
      return undefined;
    }
  }

  return {
    get: (key: string): string | null => attempt((storage) => storage.getItem(key)) ?? null,
    /** Answers whether it is kept. */
    set: (key: string, value: string): boolean =>
      attempt((storage) => storage.setItem(key, value) ?? true) ?? false,
    remove: (key: string): void => attempt((storage) => storage.removeItem(key)),
  };
}

/** Stays in this browser. */
export const browserStorage = guarded(() => localStorage);

/** Stays in this tab, through a reload. */
export const tabStorage = guarded(() => sessionStorage);

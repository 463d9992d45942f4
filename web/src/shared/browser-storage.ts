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

/** Stays in this tab, through a reload. */
export const tabStorage = guarded(() => sessionStorage);

/** Key under which the tab of an operator keeps the view that it shows; the script in the page asks for it too. */
export const viewKey = 'hearth.view';

const shared = guarded(() => localStorage);

const isView = () => tabStorage.get(viewKey) !== null;

/** Stays in this browser; a tab that shows an operator's view keeps it to itself. */
export const browserStorage = {
  get: (key: string): string | null => (isView() ? tabStorage.get(key) : null) ?? shared.get(key),
  /** Answers whether it is kept. */
  set: (key: string, value: string): boolean => (isView() ? tabStorage : shared).set(key, value),
  remove: (key: string): void => (isView() ? tabStorage : shared).remove(key),
};

import { tabStorage } from '../browser-storage.ts';

const storageKey = 'hearth.kept-location';

/** Address that a visitor wanted before sign-in; in session storage, so that it survives a reload. */
export const keptLocation = {
  keep(path: string): void {
    if (isOwnPath(path)) {
      tabStorage.set(storageKey, path);
    }
  },
  peek(): string | undefined {
    const path = tabStorage.get(storageKey);
    return path !== null && isOwnPath(path) ? path : undefined;
  },
  take(): string | undefined {
    const path = keptLocation.peek();
    keptLocation.forget();
    return path;
  },
  forget(): void {
    tabStorage.remove(storageKey);
  },
};

/** Browsers read `//host`, `/\host` and a slash with a control character between as another site. */
export function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path)) {
    return false;
  }
  const base = 'https://own.invalid';
  return URL.canParse(path, base) && new URL(path, base).origin === base;
}

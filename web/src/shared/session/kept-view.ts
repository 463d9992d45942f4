import { tabStorage, viewKey } from '../browser-storage.ts';
import { paths } from '../paths.ts';

/** An operator's view of the product as a person sees it. */
export interface KeptView {
  /** In place of an ID token. */
  readonly token: string;
  /** Person who is seen. */
  readonly uid: string;
  /** When it ends. */
  readonly until: string;
}

const shape = /^#view=(view_[\w-]{43})&uid=(\w+)&until=([\dT:.Z-]+)$/;

/** The view that this tab shows: no other tab knows of it, and it survives a reload. */
export const keptView = {
  /** Address that opens a tab with the view; what follows the hash never reaches the server. */
  link: ({ token, uid, until }: KeptView) =>
    `${paths.dashboard}#view=${token}&uid=${uid}&until=${until}`,
  /** Takes the view out of the address, or finds it again; nothing in a tab like any other. */
  open(): KeptView | undefined {
    const [, token, uid, until] = shape.exec(location.hash) ?? [];
    if (token && uid && until) {
      const view = { token, uid, until };
      tabStorage.set(viewKey, JSON.stringify(view));
      history.replaceState(null, '', location.pathname + location.search);
      return view;
    }
    const kept = tabStorage.get(viewKey);
    return kept === null ? undefined : (JSON.parse(kept) as KeptView);
  },
  forget: () => tabStorage.remove(viewKey),
};

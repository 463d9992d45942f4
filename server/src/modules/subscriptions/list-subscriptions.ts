import * as contract from '@hearth/contract';
import { isVisibleTo } from './access.ts';
import { listViewsOf } from './membership-store.ts';
import { read } from './operation.ts';
import { adminLevelKeys } from './permission.ts';
import { toVisibleDocument } from './visible-document.ts';

/** Every subscription of the caller, newest first; incomplete ones are their owner's alone. */
export const listSubscriptions = read(
  contract.listSubscriptions,
  async (_input, { db, caller, settings }) => {
    const showHoldersTo = adminLevelKeys(settings.permissions);
    const views = await listViewsOf(db, { uid: caller.uid, showHoldersTo });
    const visible = views.filter((view) => isVisibleTo(view, caller.uid, settings.permissions));
    return { subscriptions: visible.map((view) => toVisibleDocument(view, caller.uid)) };
  },
);

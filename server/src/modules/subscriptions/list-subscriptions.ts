import * as contract from '@hearth/contract';
import { listViewsOf } from './membership-store.ts';
import { read } from './operation.ts';
import { toVisibleDocuments } from './visible-document.ts';

/** Every subscription of the caller, newest first; incomplete ones are their owner's alone. */
export const listSubscriptions = read(
  contract.listSubscriptions,
  async (_input, { db, caller, settings }) => {
    const views = (await listViewsOf(db, caller.uid)).filter(
      ({ subscription }) =>
        subscription.status !== 'incomplete' || subscription.ownerId === caller.uid,
    );
    const reader = { uid: caller.uid, permissions: settings.permissions };
    return { subscriptions: await toVisibleDocuments(db, views, reader) };
  },
);

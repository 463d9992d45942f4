import * as contract from '@hearth/contract';
import { read } from './operation.ts';
import { toVisibleDocument } from './visible-document.ts';

/** Reads subscriptions/{id}. */
export const getSubscription = read(
  contract.getSubscription,
  async (_input, { db, view, caller, settings }) =>
    await toVisibleDocument(db, view, { uid: caller.uid, permissions: settings.permissions }),
);

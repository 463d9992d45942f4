import * as contract from '@hearth/contract';
import { read, withHolders } from './operation.ts';
import { toVisibleDocument } from './visible-document.ts';

/** Reads subscriptions/{id}. */
export const getSubscription = withHolders(
  read(contract.getSubscription, async (_input, { view, caller }) =>
    toVisibleDocument(view, caller.uid),
  ),
);

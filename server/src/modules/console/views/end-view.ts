import * as contract from '@hearth/contract';
import { change } from '../operation.ts';
import { removeView } from './view-store.ts';
import { toViewHash } from './view-token.ts';

/** Ends a view; one that has ended is not told apart. */
export const endView = change(contract.endView, async ({ token }, { tx }) => {
  const tokenHash = toViewHash(token);
  if (tokenHash) {
    await removeView(tx, { tokenHash });
  }
  return {};
});

import * as contract from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import { actingPermissions } from './acting-permissions.ts';
import { listMemberRows } from './member-record-store.ts';
import { read } from './operation.ts';
import { toPage } from './page.ts';
import { isSubscription } from './subscription-record-store.ts';

/** Members of a subscription, page by page. */
export const listMemberRecords = read(
  contract.listMemberRecords,
  async (input, { db, settings }) => {
    const rows = await listMemberRows(db, input);
    const isKnown = rows.length > 0 || (await isSubscription(db, input.subscriptionId));
    refuseUnless(isKnown, 'subscription/unknown');
    return toPage(rows, input, (row) => ({
      uid: row.id,
      email: row.email,
      display_name: row.displayName,
      permissions: actingPermissions(row, settings),
      is_owner: row.isOwner,
      joined_at: row.joinedAt.toISOString(),
    }));
  },
);

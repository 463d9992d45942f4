import * as contract from '@hearth/contract';
import { read } from './operation.ts';
import { toPage } from './page.ts';
import { toSubscriptionRecord } from './subscription-record.ts';
import { listRecords } from './subscription-record-store.ts';

/** All subscriptions, page by page. */
export const listSubscriptionRecords = read(
  contract.listSubscriptionRecords,
  async (input, { db, settings }) => {
    const records = await listRecords(db, input);
    return toPage(records, input, (record) => toSubscriptionRecord(record, settings));
  },
);

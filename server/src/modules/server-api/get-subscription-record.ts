import * as contract from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import { read } from './operation.ts';
import { toSubscriptionRecord } from './subscription-record.ts';
import { findRecord } from './subscription-record-store.ts';

/** One subscription. */
export const getSubscriptionRecord = read(
  contract.getSubscriptionRecord,
  async ({ subscriptionId }, { db, settings }) => {
    const record = await findRecord(db, subscriptionId);
    refuseUnless(record, 'subscription/unknown');
    return toSubscriptionRecord(record, settings);
  },
);

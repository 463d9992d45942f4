import { type Caller, read, type SignAddress } from '@hearth/server/app';
import * as contract from '../../contract/pictures/pictures.ts';
import { countPictures, listOwnPictures, listPage, type PictureRow } from './picture-store.ts';

export const listPictures = read(
  contract.listPictures,
  async ({ subscriptionId, page }, { db, caller, signAddress }) => {
    const rows = await listPage(db, subscriptionId, page);
    const total = await countPictures(db, subscriptionId);
    return { pictures: rows.map((row) => toPicture(row, caller, signAddress)), total };
  },
);

export const listMyPictures = read(
  contract.listMyPictures,
  async (_input, { db, caller, signAddress }) => {
    const rows = await listOwnPictures(db, caller.uid);
    return { pictures: rows.map((row) => toPicture(row, caller, signAddress)) };
  },
);

function toPicture(
  { id, subscription_id: subscriptionId, created_at }: PictureRow,
  caller: Caller,
  signAddress: SignAddress,
): contract.Picture {
  return {
    id,
    address: signAddress(`/api/subscriptions/${subscriptionId}/pictures/${id}`, caller),
    created_at: created_at.toISOString(),
  };
}

import { definePromises, type Promises } from '@hearth/server/testing';
import { contract } from '../contract/index.ts';

/** Access to each call, written down a second time: a test compares it with the product. */
export const promises: Promises = definePromises(contract, {
  authorization: {
    listPictures: { who: 'member', input: ({ subscriptionId }) => ({ subscriptionId, page: 1 }) },
    listMyPictures: { who: 'signed-in', input: () => ({}) },
  },
  unrecorded: {},
});

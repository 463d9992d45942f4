import { definePromises, type Promises } from '@hearth/server/testing';
import { contract } from '../contract/index.ts';

/** Who may make each call, written down once more: a test compares it with the product. */
export const promises: Promises = definePromises(contract, { authorization: {}, unrecorded: {} });

import { defineContract } from '@hearth/contract';

/** What the product offers on Hearth; docs/building.md says how it grows. */
export const contract = defineContract({ calls: {} });

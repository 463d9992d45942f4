import { defineServer, type Slot } from '@hearth/server/kit';
import { contract } from '../contract/index.ts';

export const server: Slot = defineServer({ contract, operations: {} });

import { type AppServer, defineServer } from '@hearth/server/app';
import { contract } from '../contract/index.ts';

export const server: AppServer = defineServer({ contract, operations: {} });

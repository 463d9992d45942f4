import { account } from './account.ts';
import { dashboard } from './dashboard.ts';
import { first } from './first.ts';
import { error, subscription, success } from './subscription.ts';

export const en = { ...first, account, dashboard, error, subscription, success } as const;

export type English = typeof en;

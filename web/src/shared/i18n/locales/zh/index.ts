import type { English } from '../en/index.ts';
import type { LocaleShape } from '../locale-shape.ts';
import { account } from './account.ts';
import { dashboard } from './dashboard.ts';
import { first } from './first.ts';
import { error, subscription, success } from './subscription.ts';

export const zh: LocaleShape<English> = {
  ...first,
  account,
  dashboard,
  error,
  subscription,
  success,
};

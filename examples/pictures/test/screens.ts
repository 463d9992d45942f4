import type { AppScreens } from '@hearth/contract';
import { onePixel } from './one-pixel.ts';

const fill: NonNullable<AppScreens['pictures']>['fill'] = async ({ subscriptionId, upload }) => {
  await upload(`/api/subscriptions/${subscriptionId}/pictures`, onePixel);
  return {};
};

/** How the accessibility walk fills each screen. It opens them in both languages and themes, and at two widths. */
export const screens: AppScreens = { pictures: { fill }, '/account/my-pictures': { fill } };

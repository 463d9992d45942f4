import type { AppScreens } from '@hearth/contract';

/** The smallest picture. */
export const onePixel = {
  type: 'image/png',
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
};

const fill: NonNullable<AppScreens['pictures']>['fill'] = async ({ subscriptionId, upload }) => {
  await upload(`/api/subscriptions/${subscriptionId}/pictures`, onePixel);
  return {};
};

/** How the accessibility walk fills each screen. It opens them in both languages and themes, and at two widths. */
export const screens: AppScreens = { pictures: { fill }, '/account/my-pictures': { fill } };

import type { AppScreens } from '@hearth/contract';

/** How the accessibility walk fills each screen. It opens them in both languages and themes, and at two widths. */
export const screens: AppScreens = {};

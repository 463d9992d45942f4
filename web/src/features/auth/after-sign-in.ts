import type { RefObject } from 'react';

/** What a page's own form does once it has signed somebody in. */
export type AfterSignIn = RefObject<(() => Promise<void>) | undefined>;

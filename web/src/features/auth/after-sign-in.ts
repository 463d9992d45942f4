import type { RefObject } from 'react';

/** Action of a page's own form after it has signed a person in. */
export type AfterSignIn = RefObject<(() => Promise<void>) | undefined>;

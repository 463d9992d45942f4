import { defineWeb } from '../src/shared/app/define-web.ts';

/** The product in `app/` may have registered words, which nothing asks for here. */
const none = async () => ({ refusals: {}, activity: {} }) as never;

/** `app/web` as it is shipped. */
export const web = defineWeb({ words: { en: none, zh: none }, subscriptionPages: [] });

import type { RegisteredMember } from '@hearth/contract';
import type { ParseKeys } from 'i18next';
import type { ComponentType, SVGProps } from 'react';
import type { LoadAppWords } from '../i18n/app-words.ts';

/** A screen of the product below `/subscription/:id/`. */
export interface SubscriptionPage {
  /** Path as the contract's `pages` has it. */
  readonly path: RegisteredMember<'pages'>;
  readonly load: () => Promise<ComponentType>;
  /** Permission keys of which one is needed; every member may open the page where this is left out. */
  readonly anyOf?: readonly string[];
  /** Its place in the sidebar and in the search; the label is a key of the product's words. */
  readonly entry?: {
    readonly label: Extract<ParseKeys, `app.${string}`>;
    readonly Icon: ComponentType<SVGProps<SVGSVGElement>>;
  };
}

/** Contributions of the product to the web. */
export interface AppWeb {
  readonly words: LoadAppWords;
  readonly subscriptionPages: readonly SubscriptionPage[];
}

/** Checks the parts where they are written. */
export function defineWeb(web: AppWeb): AppWeb {
  return web;
}

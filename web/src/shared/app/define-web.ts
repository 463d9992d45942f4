import type { RegisteredMember } from '@hearth/contract';
import type { ParseKeys } from 'i18next';
import type { ComponentType, SVGProps } from 'react';
import type { LoadAppWords } from '../i18n/app-words.ts';

/** A place in the sidebar and in the search; the label is a key of the product's words. */
export interface PageEntry {
  readonly label: Extract<ParseKeys, `app.${string}`>;
  readonly Icon: ComponentType<SVGProps<SVGSVGElement>>;
}

/** A screen of the product below `/subscription/:id/`. */
export interface SubscriptionPage {
  /** Path as the contract's `pages` has it. */
  readonly path: RegisteredMember<'pages'>;
  readonly load: () => Promise<ComponentType>;
  /** Permission keys of which one is needed; every member may open the page if this is left out. */
  readonly anyOf?: readonly string[];
  readonly entry?: PageEntry;
}

/** A screen of the product below `/account/`, which is about the person and no project. */
export interface AccountPage {
  /** Path as the contract's `accountPages` has it. */
  readonly path: RegisteredMember<'accountPages'>;
  readonly load: () => Promise<ComponentType>;
  /** Its link in the sidebar of the dashboard and of the account pages. */
  readonly entry?: PageEntry;
}

/** Contributions of the product to the web. */
export interface AppWeb {
  readonly words: LoadAppWords;
  readonly subscriptionPages: readonly SubscriptionPage[];
  readonly accountPages?: readonly AccountPage[];
  /** A card of the product below the others on the overview of each project. */
  readonly overviewCard?: { readonly load: () => Promise<ComponentType> };
}

/** Checks the types of the parts at the place that defines them. */
export function defineWeb(web: AppWeb): AppWeb {
  return web;
}

import type { PublicConfig } from './config.ts';
import type { Language } from './fields.ts';

/** A visit to a page about the product, as far as its HTML depends on it. */
export interface FrontVisit {
  readonly path: '/' | '/pricing';
  /** Query of the address, which may name a period and a currency. */
  readonly search: string;
  readonly language: Language;
  /** Words of a language that has a folder; English and Chinese are known. */
  readonly words?: object | undefined;
  /** First one that the browser asks for, such as `fr-BE`; it decides on the currency if the query does not. */
  readonly locale: string | undefined;
}

/** Draws the page as HTML. The build of the web has this function in a file of its own, which the server loads. */
export type DrawFront = (config: PublicConfig, visit: FrontVisit) => Promise<string>;

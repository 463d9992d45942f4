import type { Speech } from '../words/phrases.ts';
import type { Money } from './billing-contents.ts';

interface InProject {
  readonly subscriptionName: string;
  readonly productName: string;
}

/** Name of the project, or words for one without a name. */
export const projectName = (about: InProject, say: Speech): string => say.project(about);

/** Text of a field; unknown if it is empty or null. */
export const textOf =
  <Field extends string>(field: Field) =>
  (about: { readonly [Each in Field]: string | null }): string | null =>
    about[field];

export const sumOf =
  <Field extends string>(field: Field) =>
  (about: { readonly [Each in Field]: Money | null }, say: Speech): string | null => {
    const money = about[field];
    return money && say.money(money);
  };

interface Dated {
  readonly timeZone?: string;
}

export const dateOf =
  <Field extends string>(field: Field) =>
  (about: Dated & { readonly [Each in Field]: string | null }, say: Speech): string | null => {
    const instant = about[field];
    return instant && say.date(instant, about.timeZone);
  };

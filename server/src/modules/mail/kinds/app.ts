import type { Coalesce } from '../define-mail.ts';

/** A mail of the product on Hearth, in words that it has chosen already. */
export interface AppContent {
  readonly kind: 'app';
  /** Its name in the product. */
  readonly mail: string;
  /** Name of the recipient; empty if there is none. */
  readonly name: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly link: string; readonly button: string };
}

export const coalesceAppMail: Coalesce<AppContent> = ({ mail, action }) =>
  `app ${mail} ${action?.link ?? ''}`;

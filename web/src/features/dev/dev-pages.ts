/** Screens of local mode, which the browser fetches as one. */

export { ClockPage } from './clock-page.tsx';
export { IdentityProviderPage } from './identity-provider-page.tsx';
export { MailboxPage } from './mailbox-page.tsx';
export { UiPage } from './ui-page.tsx';

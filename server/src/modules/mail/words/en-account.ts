import type { AccountWords } from './mail-words.ts';
import { providerName, providerNames } from './provider-names.ts';

export const accountEn: AccountWords = {
  'verify-email': ({ productName }) => ({
    subject: `Verify your email address for ${productName}`,
    why: `You get this mail because an account at ${productName} was opened with this address.`,
    link: 'If it was you, open the link and confirm that the account is yours. The link works for 24 hours.',
    button: 'Verify my address',
    otherwise:
      'If it was not you, do not confirm it. You can ignore this mail, or open the link and press “This was not me”; that locks the account.',
  }),
  'reset-password': ({ productName }) => ({
    subject: `Reset your password for ${productName}`,
    why: `You get this mail because somebody, probably you, asked for a new password for your account at ${productName}.`,
    link: 'Choose one here. The link works once, within the next hour.',
    button: 'Choose a new password',
    otherwise: 'If it was not you, ignore this mail. Your password stays as it is.',
  }),
  'verify-and-change-email': ({ productName, newEmail }) => ({
    subject: `Confirm your new email address for ${productName}`,
    why: `You get this mail because an account at ${productName} is to change to this address: ${newEmail}.`,
    link: 'Please confirm it. The link works for 24 hours; until then the account keeps its old address.',
    button: 'Confirm this address',
    otherwise: 'If it was not you, ignore this mail. Nothing changes.',
  }),
  'recover-email': ({ productName, newEmail }) => ({
    subject: `The email address of your ${productName} account was changed`,
    why: `The email address of your account at ${productName} was changed to ${newEmail}. You get this mail at the old address so that you can undo it.`,
    fine: 'If it was you, there is nothing to do.',
    link: 'The link brings this address back and signs out everybody who is signed in to the account. It works for 7 days.',
    button: 'Undo the change',
    otherwise: 'If it was not you, undo it now.',
  }),
  'revert-verification': ({ productName }) => ({
    subject: `Your email address was verified for ${productName}`,
    why: `This address was verified just now for an account at ${productName}. It was confirmed in a browser that was not signed in to that account.`,
    fine: 'If the account is yours, there is nothing to do.',
    link: 'The link signs out everybody who is signed in to the account, removes its password and takes back what it joined with your address. It works for 7 days.',
    button: 'This was not me',
    otherwise: 'If you do not know the account, undo it now.',
  }),
  'password-changed': ({ productName, providers = [] }) => ({
    subject: `Your password for ${productName} was changed`,
    why: `You get this mail because the password of your account at ${productName} was changed just now.${stillOpening(providers)}`,
    fine: 'If it was you, there is nothing to do.',
    link: 'That ends every session of the account, those of others too.',
    button: 'Reset my password',
    otherwise: 'If it was not you, reset your password now.',
  }),
  'password-removed': ({ productName }) => ({
    subject: `The password of your ${productName} account was removed`,
    why: `You get this mail because the password of your account at ${productName} was removed just now. The account is signed in to with a linked provider only.`,
    fine: 'If it was you, there is nothing to do.',
    link: 'A new password ends every session of the account and removes every linked provider.',
    button: 'Set a new password',
    otherwise: 'If it was not you, set a new password now.',
  }),
  'provider-linked': ({ productName, ...sign }) => ({
    subject: `${providerName(sign.provider, 'en')} now opens your ${productName} account`,
    why: `You get this mail because ${signIn(sign)} was linked to your account at ${productName} and can sign in to it from now on.`,
    fine: 'If it was you, there is nothing to do.',
    link: 'The link unlinks it and signs out everyone who is signed in to the account. If the account has a password, it stops working, and we mail you a link to set a new one. The link works for 7 days.',
    button: 'Unlink it',
    otherwise: 'If it was not you, unlink it now.',
  }),
  'provider-unlinked': ({ productName, ...sign }) => ({
    subject: `${providerName(sign.provider, 'en')} no longer opens your ${productName} account`,
    why: `You get this mail because ${signIn(sign)} was unlinked from your account at ${productName} and can no longer sign in to it.`,
    fine: 'If it was you, there is nothing to do.',
    link: 'The link brings it back and signs out everyone who is signed in to the account. If the account has a password, it stops working. The link works for 7 days.',
    button: 'Bring it back',
    otherwise: 'If it was not you, bring it back now.',
  }),
  'account-deleted': ({ productName }) => ({
    subject: `Your ${productName} account was deleted`,
    why: `You get this mail because your account at ${productName} was deleted just now, by somebody who was signed in to it. Its profile, memberships and sessions are gone.`,
    otherwise: `If it was not you, recordEvent the people who run ${productName}. Nothing else will be sent to this address.`,
  }),
  'account-unused': ({ productName, days }) => ({
    subject: `Your ${productName} account will be removed in ${days} days`,
    why: `You get this mail because an account at ${productName} was opened with this address. The address was never confirmed, and nobody has signed in to the account since.`,
    link: `To keep the account, confirm the address or sign in within ${days} days.`,
    button: 'Confirm and keep the account',
    otherwise: `Otherwise the account is removed in ${days} days. If it was not you who opened it, there is nothing to do.`,
  }),
};

/** An address tells whose sign-in it is: the person's own, or someone else's. */
function signIn({ provider, providerEmail }: { provider: string; providerEmail: string }): string {
  const name = providerName(provider, 'en');
  return providerEmail === '' ? name : `${name} (${providerEmail})`;
}

function stillOpening(providers: readonly string[]): string {
  const opens = providers.length === 1 ? 'still opens' : 'still open';
  return providers.length === 0 ? '' : ` ${providerNames(providers, 'en')} ${opens} it as well.`;
}

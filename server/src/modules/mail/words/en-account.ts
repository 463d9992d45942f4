import type { accountMails, FactorChange } from '../kinds/account.ts';
import type { LetterTexts } from '../templates/template.ts';
import { askFor } from './en-project.ts';
import type { LetterWords } from './mail-words.ts';
import { providerName, providerNames } from './provider-names.ts';

export const accountEn: LetterWords<keyof typeof accountMails> = {
  'verify-email': ({ productName }) => ({
    subject: `Verify your email address for ${productName}`,
    heading: 'Verify your email address',
    why: `Someone, probably you, created an account at ${productName} with this email address.`,
    link: 'If it was you, open the link and confirm that the account is yours. The link works for 24 hours.',
    button: 'Verify my address',
    otherwise:
      'If it was not you, do not confirm it. You can ignore this email, or open the link and press “This was not me” to lock the account.',
  }),
  'reset-password': ({ productName }) => ({
    subject: `Reset your password for ${productName}`,
    heading: 'Reset your password',
    why: `Someone, probably you, asked for a new password for your account at ${productName}.`,
    link: 'Choose the new password here. The link works once, within the next hour.',
    button: 'Choose a new password',
    otherwise: 'If it was not you, ignore this email. Your password stays as it is.',
  }),
  'sign-in-link': ({ productName }) => ({
    subject: `Sign in to ${productName}`,
    heading: `Sign in to ${productName}`,
    why: `Someone, probably you, asked to sign in to ${productName} with this email address.`,
    link: 'Open the link and confirm there. The link works once, within the next hour.',
    button: 'Sign in',
    codeFor:
      'Are you signing in on another device? Type this code on the page where you asked for this email, within 10 minutes. Do not tell it to anyone: we never ask for it by phone or in a chat.',
    otherwise:
      'If it was not you, ignore this email. Without the link or the code, no one can sign in.',
  }),
  'verify-and-change-email': ({ productName, newEmail }) => ({
    subject: `Confirm your new email address for ${productName}`,
    heading: 'Confirm your new email address',
    why: `Someone, probably you, wants to change the email address of an account at ${productName} to ${newEmail}.`,
    link: 'Please confirm this address. The link works for 24 hours. The account keeps its old address until you confirm.',
    button: 'Confirm this address',
    otherwise: 'If it was not you, ignore this email. Nothing changes.',
  }),
  'recover-email': ({ productName, newEmail }) => ({
    subject: `The email address of your ${productName} account was changed`,
    heading: 'Your email address was changed',
    why: `The email address of your account at ${productName} was changed to ${newEmail}. We send this email to the old address so that you can undo the change.`,
    fine: 'If it was you, there is nothing to do.',
    link: 'The link restores this address and signs everyone out of the account. It works for 7 days.',
    button: 'Undo the change',
    otherwise: 'If it was not you, undo it now.',
  }),
  'confirm-email-change': ({ productName }) => ({
    subject: `Confirm your new email address for ${productName}`,
    heading: 'Confirm your new email address',
    why: `Someone, probably you, asked our support to make this the email address of an account at ${productName}.`,
    link: 'Please confirm this address. The account gets it 24 hours after the request, or when you confirm it later. The link works for 7 days.',
    button: 'Confirm this address',
    otherwise: 'If it was not you, ignore this email. Nothing changes.',
  }),
  'email-change-planned': ({ productName, newEmail }) => ({
    subject: `The email address of your ${productName} account is about to change`,
    heading: 'Your email address is about to change',
    why: `Someone, probably you, asked our support to change the email address of your account at ${productName} to ${newEmail}. This happens in 24 hours at the earliest, once the new address is confirmed.`,
    fine: 'If it was you, there is nothing to do.',
    link: 'The link stops the change, and the account keeps this address. It works until the change has happened, for 24 hours at least.',
    button: 'Stop the change',
    otherwise: 'If it was not you, stop the change now.',
  }),
  'email-changed': (about) => ({
    subject: `You now sign in to ${about.productName} with this address`,
    heading: 'Your email address was changed',
    why: `Your account at ${about.productName} now has this email address, as our support was asked. Everyone was signed out of it. Your password and your other ways to sign in are the same as before.`,
    otherwise: `If you did not ask for it, ${askFor(about)}.`,
  }),
  'revert-verification': ({ productName }) => ({
    subject: `Your email address was verified for ${productName}`,
    heading: 'Your email address was verified',
    why: `This email address was verified just now for an account at ${productName}, in a browser that was not signed in to that account.`,
    fine: 'If the account is yours, there is nothing to do.',
    link: 'The link signs everyone out of the account, removes its password, and takes it out of the projects it joined with your address. It works for 7 days.',
    button: 'This was not me',
    otherwise: 'If you do not know the account, undo the verification now.',
  }),
  'account-recovered': ({ productName, oldEmail }) => ({
    subject: `Your ${productName} account now has its earlier email address again`,
    heading: 'Your account has its earlier email address again',
    why: `The account at ${productName} that used this email address has the address ${oldEmail} again. The person who reads that mailbox undid the change, and everyone was signed out.`,
    fine: 'If you had no account with this address, there is nothing to do.',
    link: `The link asks us to decide. Until then, the projects of the account cannot be canceled, handed over or refunded. The link works for 7 days.`,
    button: 'This is my account',
    otherwise: 'If you had changed the address yourself and the account is yours, say so now.',
  }),
  'password-changed': ({ productName, providers = [] }) => ({
    subject: `Your password for ${productName} was changed`,
    heading: 'Your password was changed',
    why: `The password of your account at ${productName} was changed just now.${stillOpening(providers)}`,
    fine: 'If it was you, there is nothing to do.',
    link: 'A new password signs out every device, including those of other people.',
    button: 'Reset my password',
    otherwise: 'If it was not you, reset your password now.',
  }),
  'password-removed': ({ productName }) => ({
    subject: `The password of your ${productName} account was removed`,
    heading: 'Your password was removed',
    why: `The password of your account at ${productName} was removed just now. You can now sign in only in the other ways that your profile lists.`,
    fine: 'If it was you, there is nothing to do.',
    link: 'A new password signs out every device, unlinks every provider and removes every passkey.',
    button: 'Set a new password',
    otherwise: 'If it was not you, set a new password now.',
  }),
  'provider-linked': ({ productName, ...sign }) => ({
    subject: `${providerName(sign.provider, 'en')} is now linked to your ${productName} account`,
    heading: `${providerName(sign.provider, 'en')} is now linked to your account`,
    why: `${signIn(sign)} was linked to your account at ${productName} just now. From now on, you can sign in with it.`,
    fine: 'If it was you, there is nothing to do.',
    link: 'The link unlinks it and signs everyone out of the account. If the account has a password, the password stops working, and we send you a link to set a new one. The link works for 7 days.',
    button: 'Unlink it',
    otherwise: 'If it was not you, unlink it now.',
  }),
  'provider-unlinked': ({ productName, ...sign }) => ({
    subject: `${providerName(sign.provider, 'en')} is no longer linked to your ${productName} account`,
    heading: `${providerName(sign.provider, 'en')} is no longer linked to your account`,
    why: `${signIn(sign)} was unlinked from your account at ${productName} just now. You can no longer sign in with it.`,
    fine: 'If it was you, there is nothing to do.',
    link: 'The link brings it back and signs everyone out of the account. If the account has a password, the password stops working. The link works for 7 days.',
    button: 'Bring it back',
    otherwise: 'If it was not you, bring it back now.',
  }),
  'factors-changed': ({ productName, change }) => ({
    ...factorsChanged[change](productName),
    fine: 'If it was you, there is nothing to do.',
    link: 'The link undoes the change and signs everyone out of the account. If the account has a password, the password stops working, and you can set a new one. The link works for 7 days.',
    button: 'This was not me',
    otherwise: 'If it was not you, undo it now.',
  }),
  'authenticator-removed': ({ productName }) => ({
    subject: `An authenticator app was removed from your ${productName} account`,
    heading: 'An authenticator app was removed',
    why: `An authenticator app was removed from your account at ${productName} just now by someone who had signed in without it. Its codes no longer work, and every other device was signed out.`,
    fine: 'If it was you, there is nothing to do.',
    link: 'A new password signs out every device, including those of other people. It also unlinks every provider and removes every passkey.',
    button: 'Reset my password',
    otherwise: 'If it was not you, reset your password now.',
  }),
  'passkey-removed': ({ productName }) => ({
    subject: `A passkey was removed from your ${productName} account`,
    heading: 'A passkey was removed',
    why: `A passkey was removed from your account at ${productName} just now by someone who had signed in without it. It no longer opens the account, and every device that had signed in with it was signed out.`,
    fine: 'If it was you, there is nothing to do.',
    link: 'A new password signs out every device, including those of other people. It also unlinks every provider and removes every passkey.',
    button: 'Reset my password',
    otherwise: 'If it was not you, reset your password now.',
  }),
  'account-deleted': (about) => ({
    subject: `Your ${about.productName} account was deleted`,
    heading: 'Your account was deleted',
    why: `Your account at ${about.productName} was deleted just now${about.isPlanned ? ', as we told you 7 days ago' : ' by someone who was signed in to it'}. Its profile, memberships and sessions are gone.`,
    otherwise: `${about.isPlanned ? 'If this is wrong' : 'If it was not you'}, ${askFor(about)}. We send no more emails to this address.`,
  }),
  'deletion-planned': ({ productName, deletesAt }, say) => ({
    subject: `Your ${productName} account will be deleted on ${say.date(deletesAt)}`,
    heading: `Your account will be deleted on ${say.date(deletesAt)}`,
    why: `Someone, probably you, asked our support to delete your account at ${productName}. This happens on ${say.date(deletesAt)}. Until then, everything works as before.`,
    fine: 'If you asked for it, there is nothing to do.',
    link: 'The link keeps the account. It works until the account is deleted.',
    button: 'Keep my account',
    otherwise: 'If you did not ask for it or have changed your mind, keep the account.',
  }),
  'account-viewed': (about) => ({
    subject: `An operator looked at ${about.productName} as you see it`,
    heading: 'An operator looked at your account',
    why: `An operator of ${about.productName} sees the product as you see it, for 15 minutes from now at most, and can change nothing. The reason given: “${about.reason}”`,
    otherwise: `If you did not ask for help and do not know the reason, ${askFor(about)}.`,
  }),
  'account-invitation': ({ productName }) => ({
    subject: `You are invited to ${productName}`,
    heading: `You are invited to ${productName}`,
    why: `We invite you to create an account at ${productName} with this email address.`,
    link: 'The invitation is for this address only and is valid for 14 days.',
    button: 'Create my account',
    otherwise:
      'If you do not know what this is about, ignore this email. No account is created for you.',
  }),
  'account-unused': ({ productName, days }) => ({
    subject: `Your ${productName} account will be deleted in ${countDays(days)}`,
    heading: `Your account will be deleted in ${countDays(days)}`,
    why: `An account at ${productName} was created with this email address. The address was never verified, and no one has signed in to the account since.`,
    link: `To keep the account, verify the address or sign in within ${countDays(days)}.`,
    button: 'Verify and keep the account',
    otherwise: `Otherwise the account will be deleted in ${countDays(days)}. If you did not create it, there is nothing to do.`,
  }),
};

const factorsChanged: Record<
  FactorChange,
  (productName: string) => Pick<LetterTexts, 'subject' | 'heading' | 'why'>
> = {
  added: (productName) => ({
    subject: `An authenticator app was added to your ${productName} account`,
    heading: 'An authenticator app was added',
    why: `An authenticator app was added to your account at ${productName} just now. From now on, signing in takes a code from it, and every other device was signed out.`,
  }),
  removed: (productName) => ({
    subject: `An authenticator app was removed from your ${productName} account`,
    heading: 'An authenticator app was removed',
    why: `An authenticator app was removed from your account at ${productName} just now. Its codes no longer work, and every other device was signed out.`,
  }),
  'removed-by-operator': (productName) => ({
    subject: `Two-step verification of your ${productName} account was turned off`,
    heading: 'Two-step verification was turned off',
    why: `We removed all authenticator apps and recovery codes from your account at ${productName} just now, because someone, probably you, asked us to. Every device was signed out.`,
  }),
  'passkey-added': (productName) => ({
    subject: `A passkey was added to your ${productName} account`,
    heading: 'A passkey was added',
    why: `A passkey was added to your account at ${productName} just now. From now on, the device that keeps it can sign in without a password.`,
  }),
  'passkey-removed': (productName) => ({
    subject: `A passkey was removed from your ${productName} account`,
    heading: 'A passkey was removed',
    why: `A passkey was removed from your account at ${productName} just now. It no longer opens the account.`,
  }),
  'recovery-code-used': (productName) => ({
    subject: `A recovery code of your ${productName} account was used`,
    heading: 'A recovery code was used',
    why: `Someone signed in to your account at ${productName} just now with a recovery code instead of a code from an authenticator app. That code no longer works.`,
  }),
  'recovery-codes-renewed': (productName) => ({
    subject: `You have new recovery codes for ${productName}`,
    heading: 'You have new recovery codes',
    why: `New recovery codes were made for your account at ${productName} just now. The earlier ones no longer work.`,
  }),
};

/** An address tells whose sign-in it is: the person's own, or someone else's. */
function signIn({ provider, providerEmail }: { provider: string; providerEmail: string }): string {
  const name = providerName(provider, 'en');
  return providerEmail === '' ? name : `${name} (${providerEmail})`;
}

function stillOpening(providers: readonly string[]): string {
  return providers.length === 0
    ? ''
    : ` You can still sign in with ${providerNames(providers, 'en')} as well.`;
}

const countDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);

/** The screens of two-step verification, which few people open. */
export { AddAuthenticatorPage } from './add-authenticator-page.tsx';
export { RecoveryCodesPage } from './recovery-codes-page.tsx';

/** The account screens, which the browser fetches as one. */
export { ChangePasswordPage } from './change-password-page.tsx';
export { DeleteAccountPage } from './delete-account-page.tsx';
export { EditEmailPage } from './edit-email-page.tsx';
export { EditNamePage } from './edit-name-page.tsx';
export { ProfilePage } from './profile-page.tsx';
export { SessionsPage } from './sessions-page.tsx';

export const dialog = {
  cancel: 'Cancel',
  signInAgain: {
    title: 'Please sign in again',
    text: 'Your last sign-in was a while ago. Enter the password of {{email}} to go on.',
    submit: 'Sign in and continue',
    wrongPassword: 'The password is wrong.',
  },
} as const;

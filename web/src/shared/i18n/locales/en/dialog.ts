export const dialog = {
  cancel: 'Cancel',
  signInAgain: {
    title: 'Please sign in again',
    text: 'Your last sign-in was a while ago. Enter the password of {{email}} to go on.',
    textWithoutPassword: 'Your last sign-in to {{email}} was a while ago. Sign in again to go on.',
    otherAccount: 'That is another account. Please choose the one that you are signed in with.',
    submit: 'Sign in and continue',
    wrongPassword: 'The password is wrong.',
  },
} as const;

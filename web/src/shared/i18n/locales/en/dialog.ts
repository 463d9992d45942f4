export const dialog = {
  cancel: 'Cancel',
  signInAgain: {
    title: 'Please sign in again',
    text: 'Your last sign-in was a while ago. Enter the password for {{email}} to continue.',
    textWithoutPassword: 'You last signed in as {{email}} a while ago. Sign in again to continue.',
    otherAccount: 'That is a different account. Please choose the one you are signed in with.',
    submit: 'Sign in and continue',
    wrongPassword: 'The password is wrong.',
  },
} as const;

/** The page that stands in for Google in local mode. */
export const identityProvider = {
  label: 'Sandbox',
  explanation:
    'This page stands in for Google in local mode. It checks nothing and remembers nothing: you are whoever you say you are.',
  title: 'Sign in with the sandbox',
  email: 'Email',
  emailMissing: 'Enter an address like name@example.com.',
  name: 'Full name (optional)',
  picture: 'Address of a picture (optional)',
  verified: 'The address is verified',
  continue: 'Continue',
  cancel: 'Cancel',
} as const;

export const clock = {
  title: 'Clock',
  sub: 'Moves the time of {{productName}} ahead and does what is due by then. Local mode only.',
  refresh: 'Refresh',
  now: 'Product time',
  ahead: 'Move ahead by',
  step: {
    hour: 'One hour',
    day: 'One day',
    week: 'One week',
  },
  count: 'How many',
  countWrong: 'Enter a whole number of at most ten years.',
  unitName: 'Of',
  unit: {
    hour: 'Hours',
    day: 'Days',
    week: 'Weeks',
  },
  submit: 'Move ahead',
  note: 'It only goes forward. Renewals, retries, expiries and mails happen as if the time had passed; after a long leap you may have to sign in again.',
  failed: 'The clock does not answer.',
  hint: 'This is the sandbox: no money moves.',
  hintLink: 'Move the clock to see renewals',
} as const;

export const mailbox = {
  title: 'Mailbox',
  sub: 'Mails of {{productName}} end here as long as no mail server is set. Local mode only.',
  address: 'Address',
  show: 'Show',
  showAll: 'Show all',
  refresh: 'Refresh',
  list: 'Mails',
  to: 'To {{address}}',
  sent: 'Sent {{time}}',
  openHtml: 'Open as HTML',
  failed: 'The mails cannot be read.',
  emptyTitle: 'No mails yet',
  empty: 'Sign up or ask for a new password, and the mail arrives here.',
  emptyFor: 'Nothing was sent to {{address}}.',
} as const;

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

/** The page with every primitive; its names are code. */
export const ui = {
  title: 'Parts of the screens',
  sub: 'Every primitive of {{productName}} in every state. Local mode only.',
  action: 'Send invitation',
  ask: 'Open dialog',
  notify: 'Show message',
  question: 'Remove Grace Hopper from Acme Analytics?',
  sentence: 'Grace loses access now. You can invite her again later.',
  word: 'Active',
} as const;

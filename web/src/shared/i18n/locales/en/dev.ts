export const clock = {
  title: 'Clock',
  sub: 'Moves the time of {{productName}} ahead and runs everything due by then. Local mode only.',
  refresh: 'Refresh',
  now: 'Product time',
  ahead: 'Move ahead by',
  step: {
    hour: 'One hour',
    day: 'One day',
    week: 'One week',
    month: 'One month',
    year: 'One year',
  },
  count: 'How many',
  countWrong: 'Enter a whole number, ten years at most.',
  unitName: 'Unit',
  unit: {
    hour: 'Hours',
    day: 'Days',
    week: 'Weeks',
    month: 'Months',
    year: 'Years',
  },
  submit: 'Move ahead',
  note: 'The clock only goes forward. Renewals, retries, expiries and emails happen as if the time had passed. If you move far ahead, you may have to sign in again.',
  failed: 'The clock is not responding.',
  next: 'What comes next',
  go: 'Go there',
  upcoming: {
    renewal: '{{project}} renews',
    retry: 'The payment of {{project}} is tried again',
    'plan-change': 'The scheduled plan of {{project}} begins',
    'trial-end': 'The trial of {{project}} ends',
    end: '{{project}} ends',
    'renewal-ahead': 'Email: {{project}} renews soon',
    'card-expiring': 'Email: the card of {{project}} expires soon',
    'trial-ending': 'Email: the trial of {{project}} ends soon',
  },
  hint: 'This is the sandbox: nothing is really charged.',
  hintLink: 'Move the clock to see renewals',
} as const;

export const mailbox = {
  title: 'Mailbox',
  sub: 'Emails from {{productName}} arrive here while no mail server is configured. Local mode only.',
  address: 'Address',
  show: 'Show',
  showAll: 'Show all',
  refresh: 'Refresh',
  list: 'Emails',
  to: 'To {{address}}',
  sent: 'Sent {{time}}',
  openHtml: 'Open as HTML',
  failed: 'The emails could not be loaded.',
  next: 'Emails that come next',
  emptyTitle: 'No emails yet',
  empty: 'Sign up or ask for a new password, and the email arrives here.',
  emptyFor: 'Nothing was sent to {{address}}.',
} as const;

/** The page that stands in for Google in local mode. */
export const identityProvider = {
  label: 'Sandbox',
  explanation:
    'This page plays Google in local mode. It checks and stores nothing: you sign in as the person you enter.',
  title: 'Sign in with the sandbox',
  email: 'Email',
  emailMissing: 'Enter an address like name@example.com.',
  name: 'Full name (optional)',
  picture: 'Picture URL (optional)',
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

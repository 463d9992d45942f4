/** Frame of every signed-in screen: search, projects, appearance, and what is said when something is lost. */
export const shell = {
  search: 'Search or jump to',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  lastVisited: 'Last visited',
  needsPayment: 'payment failed',
  needsAttention: 'needs attention',
  toPay_one: '{{count}} to pay',
  toPay_other: '{{count}} to pay',
  switcher: {
    open: 'Switch project, {{project}} is open',
    title: 'Switch project',
    find: 'Find a project',
    all: 'All projects',
    add: 'New project',
    none: 'No project matches this name.',
  },
  palette: {
    placeholder: 'Search projects, people, pages and actions',
    close: 'Close search',
    none: 'Nothing matches “{{text}}”.',
    results_one: '{{count}} result',
    results_other: '{{count}} results',
    move: 'move',
    open: 'open',
    closeHint: 'close',
    groups: {
      projects: 'Projects',
      people: 'People',
      pages: 'Pages',
      actions: 'Actions',
      appearance: 'Appearance',
    },
    invite: 'Invite people',
    themeOf: {
      system: 'Follow the device’s theme',
      light: 'Use the light theme',
      dark: 'Use the dark theme',
    },
    languageOf: 'Switch to {{language}}',
    sessions: 'Signed-in devices',
    password: 'Change password',
  },
  offline: {
    text: 'You’re offline. This is from {{time}}. You can read; changes wait until you’re back.',
    textWithoutTime: 'You’re offline. You can read; changes wait until you’re back.',
    notLoaded: 'Not loaded yet. It comes when you’re back online.',
    pageWaits: 'The page you asked for isn’t loaded yet. It opens when you’re back.',
    retry: 'Try again',
    stillOff: 'There is still no connection.',
    reason: 'You’re offline. Changes wait until you’re back.',
  },
  /** Title above such an answer: a change may still be made. */
  unconfirmed: 'Not confirmed yet',
  moneyLost:
    'The connection was lost before the answer came, so we don’t know yet whether it went through. Press the button again when you’re back: nothing is charged twice.',
  ended: {
    title: 'Please sign in again',
    'password-changed':
      'You were signed out at {{time}} because your password was changed on another device. After signing in you come back to this page.',
    'sign-in-changed':
      'You were signed out at {{time}} because the ways to sign in to your account were changed. After signing in you come back to this page.',
    'ended-elsewhere':
      'You were signed out at {{time}} from another device. After signing in you come back to this page.',
    operator:
      'You were signed out at {{time}} by the operator. After signing in you come back to this page.',
    unknown: 'Your session has ended. After signing in you come back to this page.',
    signIn: 'Sign in',
  },
  unsaved: {
    title: 'Leave without saving?',
    text: '“{{text}}” is not saved yet.',
    textMany: 'Your changes are not saved yet.',
    keep: 'Keep editing',
    discard: 'Discard changes',
  },
  lost: {
    title: 'This page doesn’t exist',
    text: 'The link may be old, or the project belongs to another account.',
    home: 'Back to projects',
    search: 'Search',
  },
} as const;

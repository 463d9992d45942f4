/** Words of the page behind an invitation's link. */
export const invitation = {
  pageTitle: 'Invitation',
  checking: 'Looking for the invitation…',
  untitled: 'Untitled Project',
  /** The person to ask, named and unnamed. */
  host: '{{name}}',
  someHost: 'the person who invited you',
  separator: ', ',
  joined: 'You have joined the project.',
  facts: {
    email: 'Invited address',
    host: 'Invited by',
    permissions: 'Permissions',
    until: 'Valid until',
  },
  steps: {
    signUp: 'Create account and join',
    signIn: 'Sign in and accept',
    accept: 'Accept',
    reject: 'Reject',
    switchAccount: 'Sign out and continue',
    retry: 'Try again',
    open: 'Open the project',
    resend: 'Email me a link',
    recheck: 'I have verified it',
    otherWays: 'Other ways to sign in',
    toProjects: 'Go to your projects',
    toSignIn: 'Sign in',
    toSignUp: 'Create an account',
  },
  failed: {
    load: 'The invitation could not be loaded',
    accept: 'The invitation could not be accepted',
    reject: 'The invitation could not be rejected',
    switchAccount: 'You are still signed in',
    recheck: 'Your account could not be checked',
    resend: 'The link could not be sent',
  },
  sentTitle: 'Check your inbox',
  sent: 'We sent a link to {{email}}. Open it, then come back to this page.',
  unknownTitle: 'Invitation not found',
  unknown:
    'Open the link from the email without changing it, or ask the person who invited you for a new one.',
  titles: {
    waiting: 'An invitation is waiting',
    valid: 'Join {{project}}',
    expired: 'This invitation has expired',
    revoked: 'This invitation has been revoked',
    'already-member': 'Already a member',
    full: 'All seats are taken',
    canceled: 'This project has been canceled',
    unpaid: 'This project is waiting for a payment',
    rejected: 'This invitation has been rejected',
    accepted: 'This invitation has been used',
  },
  new: {
    valid: 'Create an account for {{email}} to join. The link has already verified the address.',
    expired:
      'Ask {{host}} to invite {{email}} to {{project}} again. You can create your account in the meantime.',
    revoked:
      'The invitation to {{project}} is no longer valid. If you did not expect this, ask {{host}}. You can still create an account for projects of your own.',
    'already-member':
      '{{email}} is already a member of {{project}}. Sign in with this address to open it.',
    full: 'No one can join {{project}} right now. Ask {{host}} to free a seat for {{email}}, then try again.',
    canceled:
      'No one can join {{project}} anymore. Ask {{host}} what happens next. You can create an account for projects of your own.',
  },
  /** As `new`, if an account needs an invitation. */
  uninvited: {
    valid: 'To join, {{email}} needs an account first.',
    expired: 'Ask {{host}} to invite {{email}} to {{project}} again.',
    revoked:
      'The invitation to {{project}} is no longer valid. If you did not expect this, ask {{host}}.',
    canceled: 'No one can join {{project}} anymore. Ask {{host}} what happens next.',
  },
  existing: {
    valid: '{{email}} already has an account. Sign in to accept.',
    signedIn: 'You join as {{email}}.',
    expired:
      'Ask {{host}} to invite you to {{project}} again. The new invitation also appears on your projects page.',
    revoked:
      'You can no longer join {{project}} with it. If you did not expect this, ask {{host}}.',
    'already-member':
      'You are a member of {{project}} as {{email}}, so there is nothing to accept.',
    full: 'You can join {{project}} as soon as a seat is free. Ask {{host}} for one, then try again.',
    canceled: 'You can no longer join {{project}}. Ask {{host}} what happens next.',
  },
  'someone-else': {
    valid:
      'This invitation is for {{email}}, but you are signed in as {{reader}}. Sign out to continue.',
    expired:
      'It was for {{email}}, but you are signed in as {{reader}}. Ask {{host}} for a new invitation to the address you want to use.',
    revoked:
      'It was for {{email}}, but you are signed in as {{reader}}. If you expected to join {{project}}, ask {{host}}.',
    'already-member':
      '{{email}} is already a member of {{project}}, but you are signed in as {{reader}}. Sign out, then sign in as {{email}}.',
    full: 'The invitation to {{project}} is for {{email}}, but you are signed in as {{reader}}. Ask {{host}} to free a seat, then try again.',
    canceled:
      'The invitation to {{project}} was for {{email}}, but you are signed in as {{reader}}. No one can join anymore. Ask {{host}} what happens next.',
  },
  unverified: {
    valid: 'You join as {{email}}. Accepting also verifies this address.',
    expired:
      'Ask {{host}} to invite {{email}} to {{project}} again. The new link also verifies your address.',
    revoked:
      'If you expected to join {{project}}, ask {{host}}. You can verify {{email}} in your profile.',
    'already-member':
      'You are a member of {{project}} and can open it now. You can verify {{email}} in your profile.',
    full: 'You can join {{project}} as soon as a seat is free. Ask {{host}} for one, then try again; joining also verifies {{email}}.',
    canceled:
      'No one can join {{project}} anymore. Ask {{host}} what happens next. You can verify {{email}} in your profile.',
  },
  anyone: {
    unpaid: 'No one can join {{project}} until it is paid. Ask {{host}}, then try again.',
    rejected:
      'You are not a member of {{project}}. If you change your mind, ask {{host}} for a new invitation.',
    accepted:
      '{{email}} is no longer a member of {{project}}. To come back, ask {{host}} for a new invitation.',
  },
  unproven: {
    visitor:
      'To read and accept it here, sign in or create an account with the address it was sent to.',
    'someone-else':
      'It was sent to a different address, and you are signed in as {{reader}}. Sign out to continue with the invited address.',
    unverified:
      'To read it, verify {{reader}} first. We can email you a link. Open it, then come back to this page.',
    over: 'Ask the person who invited you for a new one.',
  },
} as const;

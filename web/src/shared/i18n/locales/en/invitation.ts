/** Words of the page behind an invitation's link. */
export const invitation = {
  pageTitle: 'Invitation',
  checking: 'Looking for the invitation…',
  untitled: 'Untitled Project',
  someHost: 'the person who invited you',
  separator: ', ',
  joined: 'You have joined the project.',
  facts: {
    email: 'Invited',
    host: 'Invited by',
    permissions: 'Permissions',
    until: 'Valid until',
  },
  steps: {
    signUp: 'Create account and join',
    signIn: 'Sign in and accept',
    accept: 'Accept',
    reject: 'Reject',
    switchAccount: 'Sign out and go on',
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
    recheck: 'Your account could not be read',
    resend: 'The link could not be sent',
  },
  sentTitle: 'Check your inbox',
  sent: 'We have sent a link to {{email}}. Open it, then come back to this page.',
  unknownTitle: 'There is no such invitation',
  unknown:
    'Open the link exactly as it stands in the email, or ask the person who invited you for a new one.',
  titles: {
    waiting: 'An invitation is waiting',
    valid: 'Join {{project}}',
    expired: 'This invitation has expired',
    revoked: 'This invitation has been revoked',
    'already-member': 'Already a member',
    full: 'Every seat is taken',
    canceled: 'This project has been canceled',
    unpaid: 'This project waits for a payment',
    rejected: 'This invitation has been rejected',
    accepted: 'This invitation has been used',
  },
  new: {
    valid: 'Create your account for {{email}}, and you are in: the link has verified the address.',
    expired:
      'Ask {{host}} to invite {{email}} to {{project}} again. You can create your account in the meantime.',
    revoked:
      'The invitation to {{project}} no longer counts. If that surprises you, ask {{host}}. You can still create an account for projects of your own.',
    'already-member': '{{email}} belongs to {{project}}. Sign in with this address to open it.',
    full: 'Nobody can join {{project}} right now. Ask {{host}} to free a seat for {{email}}, then try again.',
    canceled:
      'Nobody can join {{project}} any more. Ask {{host}} what comes next. You can create an account for projects of your own.',
  },
  existing: {
    valid: 'Your account for {{email}} is there already. Sign in to accept.',
    signedIn: 'You join as {{email}}.',
    expired:
      'Ask {{host}} to invite you to {{project}} again. The new invitation will also stand among your projects.',
    revoked: 'You can no longer join {{project}} with it. If that surprises you, ask {{host}}.',
    'already-member': 'You belong to {{project}} as {{email}}. There is nothing left to accept.',
    full: 'You can join {{project}} as soon as a seat is free. Ask {{host}} for one, then try again.',
    canceled: 'There is nothing to join any more in {{project}}. Ask {{host}} what comes next.',
  },
  'someone-else': {
    valid:
      'This invitation is for {{email}}; you are signed in as {{reader}}. Sign out to go on with it.',
    expired:
      'It was for {{email}}; you are signed in as {{reader}}. Ask {{host}} for a new one, to the address that you want to use.',
    revoked:
      'It was for {{email}}; you are signed in as {{reader}}. If you expected to join {{project}}, ask {{host}}.',
    'already-member':
      '{{email}} belongs to {{project}}; you are signed in as {{reader}}. Sign out, then sign in as {{email}}.',
    full: 'The invitation to {{project}} is for {{email}}; you are signed in as {{reader}}. Ask {{host}} to free a seat, then try again.',
    canceled:
      'The invitation to {{project}} was for {{email}}; you are signed in as {{reader}}. Neither can join any more. Ask {{host}} what comes next.',
  },
  unverified: {
    valid: 'You join as {{email}}. Accepting also verifies this address.',
    expired:
      'Ask {{host}} to invite {{email}} to {{project}} again. The new link will verify your address too.',
    revoked:
      'If you expected to join {{project}}, ask {{host}}. Your profile helps you to verify {{email}}.',
    'already-member':
      'You belong to {{project}} and can open it now. Your profile helps you to verify {{email}}.',
    full: 'You can join {{project}} as soon as a seat is free. Ask {{host}} for one, then try again; joining verifies {{email}} too.',
    canceled:
      'Nobody can join {{project}} any more. Ask {{host}} what comes next. Your profile helps you to verify {{email}}.',
  },
  anyone: {
    unpaid: 'Nobody can join {{project}} until it is paid. Ask {{host}}, then try again.',
    rejected:
      'You are not a member of {{project}}. If minds have changed, ask {{host}} for a new invitation.',
    accepted:
      '{{email}} is no longer a member of {{project}}. To come back, ask {{host}} for a new invitation.',
  },
  unproven: {
    visitor:
      'Sign in or create an account with the address it was sent to, and you can read and accept it here.',
    'someone-else':
      'It was sent to another address than {{reader}}, which you are signed in with. Sign out to go on with the invited address.',
    unverified:
      'Before you can read it, {{reader}} must be verified. We can email you a link; open it, then come back to this page.',
    over: 'Ask the person who invited you for a new one.',
  },
} as const;

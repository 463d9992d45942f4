export const activity = {
  title: 'Activity',
  sub: 'Who changed what in this project.',
  list: 'Events',
  range: '{{from}} to {{to}} of {{total}}',
  previous: 'Previous',
  next: 'Next',
  pages: 'Pages',
  loadError: 'Failed to load the activity',
  emptyTitle: 'Nothing has happened yet',
  empty: 'Invitations, permissions and changes of ownership will be listed here.',
  toUsers: 'Go to users',
  /** At the start of a sentence, and inside one. */
  goneActor: 'Somebody who is gone',
  goneSubject: 'somebody who is gone',
  /** An action that this page does not know. */
  other: '{{actor}}: {{action}}',
  sentences: {
    subscription: {
      created: '{{actor}} created the project',
      'settings-updated': '{{actor}} changed the settings',
      'ownership-transferred': '{{actor}} gave the project to {{subject}}',
      'plan-changed': '{{actor}} changed the plan',
      canceled: '{{actor}} canceled the subscription',
      'past-due': 'A payment for the project failed',
      unpaid: 'The project was put on hold because a payment is missing',
      recovered: 'What was owed has been paid',
    },
    billing: {
      'details-updated': '{{actor}} changed the billing details',
      'default-card-changed': '{{actor}} chose another default card',
      'card-removed': '{{actor}} deleted a card',
      resynced: 'The operator had the billing read again from the payment provider',
      relinked: 'The operator connected the billing with another customer of the payment provider',
      'change-settled': 'The operator completed an open billing change',
      'change-refused': 'The operator refused an open billing change',
      'price-moved': "The operator moved the project to the plan's current price",
    },
    invite: {
      created: '{{actor}} invited {{subject}}',
      accepted: '{{actor}} accepted the invitation and joined',
      rejected: '{{subject}} rejected the invitation',
      revoked: '{{actor}} took back the invitation of {{subject}}',
      expired: 'The invitation of {{subject}} expired',
    },
    member: {
      'permissions-changed': '{{actor}} changed the permissions of {{subject}}',
      removed: '{{actor}} removed {{subject}}',
      left: '{{actor}} left the project',
      disowned:
        '{{actor}} was removed, since the owner of the email address says that the account is not theirs',
    },
  },
} as const;

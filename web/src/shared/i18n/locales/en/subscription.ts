export const subscription = {
  untitled: 'Untitled Project',
  perWeek: 'per week',
  pricePerWeek: '{{price}} per week',
  status: {
    active: 'Active',
    incomplete: 'Incomplete',
    past_due: 'Past due',
    unpaid: 'Unpaid',
    canceled: 'Canceled',
  },
  role: {
    owner: 'You own it',
    member: 'Member',
    separator: ', ',
  },
  overview: {
    title: 'Overview',
    id: 'Subscription ID',
    copyId: 'Copy subscription ID',
    role: 'Your role',
    created: 'Created',
    details: 'Details',
    included: 'Included in {{plan}}',
    settings: 'Settings',
  },
  leave: {
    title: 'Leave project',
    text: 'You lose access at once. To come back you need a new invitation.',
    submit: 'Leave project',
    question: 'Leave {{project}}?',
    left: 'You have left {{project}}.',
  },
  settings: {
    title: 'Settings',
    sub: 'What this project is called everywhere.',
    sectionTitle: 'General',
    name: 'Project name',
    nameHint: 'Shown on your dashboard and in invitations. Up to {{max}} characters.',
    nameMissing: 'Enter a name for the project.',
    nameTooLong: 'Use at most {{max}} characters.',
    save: 'Save changes',
    back: 'Back',
  },
  create: {
    title: 'Choose a plan',
    sub: 'Start small, change whenever you like.',
    choose: 'Choose {{plan}}',
    notForSale: 'Cannot be chosen right now',
    popular: 'Most popular',
    back: 'Back',
  },
  cancelError: 'Failed to cancel the subscription',
  changePlanError: 'Failed to change the plan',
  planNotFound: 'This plan was not found',
} as const;

export const success = {
  saved: 'Your changes have been saved.',
} as const;

export const error = {
  updateFailed: 'Your changes could not be saved. Please try again.',
} as const;

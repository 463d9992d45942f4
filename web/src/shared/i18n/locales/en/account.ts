export const account = {
  profile: {
    title: 'My profile',
    sub: 'Who you are in every project.',
    unnamed: 'Unnamed User',
    details: 'Details',
    name: 'Full name',
    email: 'Email',
    emailVerified: 'Email verified',
    yes: 'Yes',
    no: 'No',
    userId: 'User ID',
    copyUserId: 'Copy user ID',
    created: 'Account created',
  },
} as const;

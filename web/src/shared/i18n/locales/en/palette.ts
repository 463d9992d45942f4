/** The search: actions that no page names, and other words that people type for what it finds. */
export const palette = {
  addCard: 'Add card',
  invoice: 'Download latest invoice',
  changeEmail: 'Change email',
  also: {
    users: 'members team seats roles permissions',
    billing: 'plan subscription invoices card payment receipt price',
    activity: 'history log audit',
    settings: 'rename name project id',
    invite: 'add user member colleague seat',
    keep: 'plan resume continue undo cancel',
    changePlan: 'upgrade downgrade switch yearly monthly subscription price',
    addCard: 'payment method credit card replace visa mastercard',
    invoice: 'bill receipt pdf',
    profile: 'account name picture avatar two-factor passkey',
    sessions: 'sessions devices logins security',
    password: 'security sign-in',
    add: 'create start',
    email: 'address inbox account',
    signOut: 'logout log out exit leave',
  },
} as const;

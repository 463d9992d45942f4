/** Address of every screen. */
export const paths = {
  home: '/',
  signIn: '/signin',
  signUp: '/signup',
  dashboard: '/dashboard',
  profile: '/profile',
  editName: '/edit-name',
  editEmail: '/edit-email',
  changePassword: '/change-password',
  deleteAccount: '/delete-account',
  sessions: '/sessions',
  createPlan: '/create-plan',
  subscription: (id: string) => `/subscription/${encodeURIComponent(id)}`,
  subscriptionSettings: (id: string) => `/subscription/${encodeURIComponent(id)}/settings`,
} as const;

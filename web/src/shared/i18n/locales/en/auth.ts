export const auth = {
  email: 'Email',
  password: 'Password',
  signIn: {
    title: 'Welcome back',
    sub: 'Sign in to your account',
    submit: 'Sign in',
    forgot: 'Forgot password?',
    resetByMail: 'Reset the password by mail to sign in now',
    noAccount: 'No account yet?',
    toSignUp: 'Sign up',
  },
  social: {
    or: 'or',
    continueWith: 'Continue with {{provider}}',
    names: {
      google: 'Google',
      microsoft: 'Microsoft',
      facebook: 'Facebook',
      playGames: 'Play Games',
      gameCenter: 'Game Center',
      apple: 'Apple',
      github: 'GitHub',
      twitter: 'Twitter',
      yahoo: 'Yahoo',
    },
  },
  missing: {
    email: 'Enter your email address.',
    password: 'Enter your password.',
  },
  invalidEmail: 'Enter an address like name@example.com.',
} as const;

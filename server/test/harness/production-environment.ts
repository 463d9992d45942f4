/** The settings that an installation in production cannot do without; nothing answers at its addresses. */
export const production = {
  HEARTH_MODE: 'production',
  PUBLIC_URL: 'https://hearth.example',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'hello@hearth.example',
  API_KEY: 'a-key-of-our-own',
  SECRET_KEY: 'a-secret-of-at-least-32-characters',
  TRUST_PROXY: '1',
};

export const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

/** Asking for another link that confirms one's own address. */
export const verification = {
  resend: 'Resend verification email',
  sent: 'We sent a verification link to {{email}}.',
  failed: 'Failed to send the verification email',
  tooMany: 'Too many verification emails were requested. Please wait a while and try again.',
} as const;

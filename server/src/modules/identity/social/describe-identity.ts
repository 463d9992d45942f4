import { google } from './oidc-profiles.ts';
import type { ConfirmedIdentity } from './provider.ts';

/** Describes the provider's identity in the fields of Google's protocol. */
export function describeIdentity(identity: ConfirmedIdentity) {
  const { provider, subject, email, displayName, photoUrl, profile } = identity;
  const firstName = profile.given_name ?? profile.first_name;
  const lastName = profile.family_name ?? profile.last_name;
  const screenName = profile.login ?? profile.username;
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse' as const,
    providerId: provider,
    federatedId: toFederatedId(identity),
    rawUserInfo: JSON.stringify({
      id: subject,
      ...(email && { email }),
      ...(displayName && { name: displayName }),
      ...(photoUrl && { picture: photoUrl }),
      ...profile,
    }),
    ...(displayName && { fullName: displayName }),
    ...(typeof firstName === 'string' && { firstName }),
    ...(typeof lastName === 'string' && { lastName }),
    ...(typeof screenName === 'string' && { screenName }),
  };
}

/** Google's people are named by an address, as its own service does. */
function toFederatedId({ provider, subject }: ConfirmedIdentity): string {
  return provider === google.id ? `https://accounts.google.com/${subject}` : subject;
}

import * as contract from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { saga } from '../operation.ts';

/** Takes a token back at the provider that gave it. */
export const revokeToken = saga(contract.revokeToken, async (input, { social }) => {
  // Only Apple asks for this, and the SDK sends nothing else.
  refuseUnless(input.providerId === contract.socialProviderIds.apple, 'auth/invalid-provider-id');
  const provider = social.require(input.providerId);

  await provider.revoke?.(input.token, input.tokenType);
  return {};
});

import { getSubscription } from '@hearth/contract';
import { ApiError } from '../api-error.ts';
import type { Api } from './create-api.ts';

/**
 * Tells `onDenied` the subscription of a denied call: the person has lost a role or the subscription. A denied read of
 * the subscription is left out, since `onDenied` makes it.
 */
export function watchDenials(api: Api, onDenied: (subscriptionId: string) => void): Api {
  return {
    ...api,
    async call(entry, input, options) {
      try {
        return await api.call(entry, input, options);
      } catch (error) {
        const subscriptionId = subscriptionIdOf(input);
        const isGuard = Object.is(entry, getSubscription);
        if (subscriptionId !== undefined && !isGuard && isDenial(error)) {
          onDenied(subscriptionId);
        }
        throw error;
      }
    },
  };
}

function subscriptionIdOf(input: unknown): string | undefined {
  const isNamed = typeof input === 'object' && input !== null && 'subscriptionId' in input;
  return isNamed && typeof input.subscriptionId === 'string' ? input.subscriptionId : undefined;
}

function isDenial(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'permission-denied';
}

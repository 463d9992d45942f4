export { useCurrentSubscription } from './current-subscription-context.ts';
export { CurrentSubscriptionProvider } from './current-subscription-provider.tsx';
export { subscriptionKey, subscriptionsKey } from './subscription-keys.ts';

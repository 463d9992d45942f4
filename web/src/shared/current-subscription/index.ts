export { useCurrentSubscription } from './current-subscription-context.ts';
export { CurrentSubscriptionProvider } from './current-subscription-provider.tsx';
export type { FailureSentence } from './failure-sentence.ts';
export { subscriptionKey, subscriptionsKey } from './subscription-keys.ts';

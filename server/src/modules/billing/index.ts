export { createSubscription } from './create-subscription.ts';

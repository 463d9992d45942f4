import { catalogue } from '../refusal-entry.ts';

/** Refusals of signing people in for a front end on another origin. */
export const hostedSignInErrors = catalogue({
  'interaction/unknown': {
    status: 'NOT_FOUND',
    message: 'This sign-in has expired, or was started in another browser. Please start again.',
  },
});

import { catalogue } from '../refusal-entry.ts';

/** Refusals that only operators meet. */
export const operatorErrors = catalogue({
  'operator/acted-meanwhile': {
    status: 'ABORTED',
    message: 'Someone else has acted here since you looked. Look again before you act.',
  },
  'operator/is-operator': {
    status: 'FAILED_PRECONDITION',
    message: 'This person is an operator. The console cannot do that to operators.',
  },
  'operator/person-disabled': {
    status: 'FAILED_PRECONDITION',
    message: 'This account is disabled, so there is nothing that this person sees.',
  },
  'operator/seeing-off': {
    status: 'FAILED_PRECONDITION',
    message: 'Here operators may not see the product as a person does.',
  },
  'view/ended': {
    status: 'UNAUTHENTICATED',
    message: 'This view of the product has ended.',
  },
  'view/read-only': {
    status: 'PERMISSION_DENIED',
    message: 'You only see what this person sees. Nothing can be changed or opened in their name.',
  },
  'operator/missing-detail': {
    status: 'INVALID_ARGUMENT',
    message: 'This act needs more details.',
  },
  'operator/nothing-planned': {
    status: 'FAILED_PRECONDITION',
    message: 'Nothing is planned for this person that could be stopped.',
  },
  'operator/not-in-trial': {
    status: 'FAILED_PRECONDITION',
    message: 'This project has no running trial.',
  },
  'operator/not-renewing': {
    status: 'FAILED_PRECONDITION',
    message:
      'Free time needs a paid project that renews: no trial, no debt, no end and no plan change ahead.',
  },
  'operator/free-time-too-short': {
    status: 'FAILED_PRECONDITION',
    message: 'No renewal falls into this time, so nothing would be free. Give more months.',
  },
  'operator/no-free-time': {
    status: 'FAILED_PRECONDITION',
    message: 'This project has no free time.',
  },
  'operator/not-on-free': {
    status: 'FAILED_PRECONDITION',
    message:
      'A plan can be given to an active project on a free plan that owes nothing, with no end and no plan change ahead.',
  },
  'operator/no-retired-price': {
    status: 'FAILED_PRECONDITION',
    message: 'This project does not pay a retired price of a plan that is sold.',
  },
  'operator/change-scheduled': {
    status: 'FAILED_PRECONDITION',
    message: 'A plan change of this project is scheduled, and the move would drop it.',
  },
  'operator/not-eligible-owner': {
    status: 'FAILED_PRECONDITION',
    message: 'The new owner must be another member of the project, whose account is not disabled.',
  },
  'operator/not-waiting': {
    status: 'FAILED_PRECONDITION',
    message: 'This act does not wait for a second operator any more.',
  },
  'operator/second-needed': {
    status: 'FAILED_PRECONDITION',
    message: 'Another operator has to approve what you have asked for.',
  },
  'operator/too-many-months': {
    status: 'INVALID_ARGUMENT',
    message: 'Ask for 1 to 36 months, the earlier one first.',
  },
  'operator/no-currency': {
    status: 'INVALID_ARGUMENT',
    message: 'Name the currency of this figure.',
  },
  'operator/not-refundable': {
    status: 'FAILED_PRECONDITION',
    message: 'Nothing of this invoice can be refunded.',
  },
  'operator/refund-too-much': {
    status: 'FAILED_PRECONDITION',
    message: 'This is more than what is left of this invoice.',
  },
});

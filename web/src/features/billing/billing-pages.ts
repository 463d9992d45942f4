/** The screens of the money of a subscription, which the browser fetches as one. */
export { BillingPage } from './billing-page.tsx';
export { CancelPage } from './cancel-page.tsx';
export { ChangePlanPage } from './change-plan-page.tsx';
export { InvoicePage } from './invoice-page.tsx';
export { UpdateDetailsPage } from './update-details-page.tsx';

/** The screens behind the billing page, which the browser fetches as one. */

export { InvoicePage } from './invoices/invoice-page.tsx';
export { UpdateDetailsPage } from './payment-details/update-details-page.tsx';
export { CancelPage } from './plan-change/cancel-page.tsx';
export { ChangePlanPage } from './plan-change/change-plan-page.tsx';

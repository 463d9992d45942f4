export type { TypedCard } from '../../port/sandbox-browser.ts';
export { hasReceipt } from './hosted-invoice/hosted-invoice.ts';
export { renderHostedInvoice } from './hosted-invoice/hosted-invoice-page.ts';
export { renderInvoicePdf } from './hosted-invoice/render-invoice-pdf.ts';
export type { SandboxPlan } from './rules/catalogue.ts';
export { createSandboxProvider, type SandboxProvider } from './sandbox-provider.ts';

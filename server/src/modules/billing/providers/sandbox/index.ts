export type { TypedCard } from '../../port/sandbox-browser.ts';
export type { SandboxPlan } from './catalogue.ts';
export { hasReceipt } from './hosted-invoice.ts';
export { renderHostedInvoice } from './hosted-invoice-page.ts';
export { renderInvoicePdf } from './render-invoice-pdf.ts';
export { createSandboxProvider, type SandboxProvider } from './sandbox-provider.ts';

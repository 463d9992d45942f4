export type { TypedCard } from '../../port/sandbox-browser.ts';
export type { SandboxPlan } from './catalogue.ts';
export { renderHostedInvoice } from './hosted-invoice-page.ts';
export { createSandboxProvider, type SandboxProvider } from './sandbox-provider.ts';

import { describePaymentProvider } from './contract-suite.ts';
import { openSandboxRig } from './sandbox-rig.ts';

describePaymentProvider('sandbox', openSandboxRig);

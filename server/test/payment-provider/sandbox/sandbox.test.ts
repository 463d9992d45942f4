import { describePaymentProvider } from '../contract/suite.ts';
import { openSandboxRig } from './rig.ts';

describePaymentProvider('sandbox', openSandboxRig);

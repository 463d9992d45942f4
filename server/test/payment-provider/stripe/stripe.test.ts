import { describePaymentProvider } from '../contract/suite.ts';
import { describeOnEmulator } from './on-emulator.ts';
import { requestCases } from './requests.ts';
import { toRig } from './rig.ts';

describeOnEmulator((emulator, sent) => {
  describePaymentProvider(() => toRig(emulator()));
  requestCases(() => ({ ...toRig(emulator()), emulator: emulator() }), sent);
});

import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { describePaymentProvider } from '../contract/suite.ts';
import { callCases } from './calls.ts';
import { draftHourCases, earlierVersionCases, waitingChangeCases } from './changes.ts';
import { creditNoteCases } from './credit-notes.ts';
import { dashboardCases } from './dashboard.ts';
import { debtCases } from './debts.ts';
import { brokenEndCases, draftEndCases } from './drafts.ts';
import { type SeenRequest, type StripeEmulator, startEmulator } from './emulator.ts';
import { endingChangeCases } from './endings.ts';
import { faultCases } from './faults.ts';
import { stripeFrequencyCases } from './frequencies.ts';
import { itemCases } from './items.ts';
import { proxyCases } from './proxy-cases.ts';
import { readingCases } from './reading.ts';
import { stripeRefundCases } from './refunds.ts';
import { requestCases } from './requests.ts';
import { toRig } from './rig.ts';
import { scheduleFaultCases } from './schedules.ts';
import { unpaidTimeCases } from './unpaid-time.ts';
import { usedUpCodeCases } from './used-up-codes.ts';
import { webhookCases } from './webhooks.ts';

describe('on the emulator', () => {
  let emulator: StripeEmulator;
  const sent: SeenRequest[] = [];
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  // Time passes slowly at a provider that keeps the subscriptions of all cases.
  beforeEach(() => emulator.control('reset', { cfg: { final: 'unpaid' } }));
  afterEach(async () => {
    sent.push(...(await emulator.requests()));
  });
  afterAll(() => emulator.stop());

  describePaymentProvider(() => toRig(emulator));
  describe('stripe', () => {
    webhookCases(() => emulator);
    waitingChangeCases(() => toRig(emulator));
    draftHourCases(() => ({ ...toRig(emulator), emulator }));
    draftEndCases(() => ({ ...toRig(emulator), emulator }));
    unpaidTimeCases(() => ({ ...toRig(emulator), emulator }));
    debtCases(() => ({ ...toRig(emulator), emulator }));
    dashboardCases(() => ({ ...toRig(emulator), emulator }));
    itemCases(() => ({ ...toRig(emulator), emulator }));
    creditNoteCases(() => ({ ...toRig(emulator), emulator }));
    usedUpCodeCases(() => ({ ...toRig(emulator), emulator }));
    endingChangeCases(() => ({ ...toRig(emulator), emulator }));
    earlierVersionCases(() => ({ ...toRig(emulator), emulator }));
    readingCases(() => ({ ...toRig(emulator), emulator }));
    stripeFrequencyCases(() => ({ ...toRig(emulator), emulator }));
    stripeRefundCases(() => ({ ...toRig(emulator), emulator }));
    callCases(() => ({ ...toRig(emulator), emulator }));
    proxyCases(() => ({ ...toRig(emulator), emulator }));
    // These last: they look at what everything before has sent, and then break things.
    requestCases(() => ({ ...toRig(emulator), emulator }), sent);
    faultCases(() => emulator);
    scheduleFaultCases(() => ({ ...toRig(emulator), emulator }));
    brokenEndCases(() => ({ ...toRig(emulator), emulator }));
  });
});

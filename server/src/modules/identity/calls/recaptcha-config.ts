import * as contract from '@hearth/contract';
import { read } from '../operation.ts';

/** No captcha is asked for. */
export const recaptchaConfig = read(contract.recaptchaConfig, async (_input, { settings }) => ({
  recaptchaKey: `projects/${settings.projectId}/keys/none`,
  recaptchaEnforcementState: [
    { provider: 'EMAIL_PASSWORD_PROVIDER' as const, enforcementState: 'OFF' as const },
  ],
}));

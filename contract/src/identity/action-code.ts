import * as z from 'zod/mini';

/** Purpose of a mailed code. */
export const actionCodeType = z.enum([
  'VERIFY_EMAIL',
  'PASSWORD_RESET',
  'VERIFY_AND_CHANGE_EMAIL',
  'RECOVER_EMAIL',
  'REVERT_VERIFICATION',
  'REVERT_LINK',
  'REVERT_UNLINK',
  'REVERT_FACTORS',
  'CONTEST_RECOVERY',
  'CONFIRM_EMAIL_CHANGE',
  'STOP_EMAIL_CHANGE',
  'KEEP_ACCOUNT',
]);

export type ActionCodeType = z.infer<typeof actionCodeType>;

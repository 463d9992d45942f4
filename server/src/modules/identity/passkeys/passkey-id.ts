import { randomId } from '../../../platform/ids.ts';

const prefix = 'pk_';

export const newPasskeyId = (): string => `${prefix}${randomId(28)}`;

/** Whether a session's second factor is a passkey, which counts as both factors. */
export const isPasskeyId = (secondFactor: string | null): boolean =>
  secondFactor?.startsWith(prefix) ?? false;

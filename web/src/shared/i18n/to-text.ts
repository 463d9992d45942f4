import type { TFunction } from 'i18next';
import { ApiError } from '../api-error.ts';

/** Words for what went wrong: by refusal first, then by the protocol's code. */
export function toText(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) {
    return t('errors.functions.unknown');
  }
  const byCode = t(`errors.functions.${error.code}`);
  // A newer server may know refusals that this page has no words for.
  return error.refusal ? t(`errors.refusals.${error.refusal}`, { defaultValue: byCode }) : byCode;
}

import { withdrawMfaEnrollment } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { formatDate, toText, useLanguage } from '../../shared/i18n/index.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount, useSession } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';
import type { SignInMethods } from './use-sign-in-methods.ts';
import { signInMethodsKey } from './use-sign-in-methods.ts';

export type Factor = SignInMethods['second_factors'][number];

/** Removes an authenticator app once confirmed; every other session ends, and this one goes on with new tokens. */
export function useRemoveFactor() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { takeOver } = useSession();
  const nameOf = useFactorName();
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const refresh = () => queries.invalidateQueries({ queryKey: signInMethodsKey(uid) });
  const { busy, error, run, forgetError } = useChange({ refresh });
  const [target, setTarget] = useState<Factor>();

  function ask(factor: Factor | undefined) {
    forgetError();
    setTarget(factor);
  }

  const confirm = () =>
    run(async () => {
      if (target) {
        const input = { mfaEnrollmentId: target.id };
        const remove = () => api.call(withdrawMfaEnrollment, input, { renewsSession: true });
        takeOver({ localId: uid, ...(await withRecentSignIn(remove)) });
        notify.success(t('secondFactor.remove.done', { name: nameOf(target) }));
        setTarget(undefined);
        void refresh();
      }
    });

  const problem = error === undefined ? undefined : toText(error, t);
  return { target, busy, problem, ask, confirm, dialog };
}

export type RemoveFactor = ReturnType<typeof useRemoveFactor>;

/** An app as the person calls it, or when it was added. */
export function useFactorName(): (factor: Factor) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ display_name: name, enrolled_at: at }) =>
    name || t('secondFactor.unnamed', { date: formatDate(at, language) });
}

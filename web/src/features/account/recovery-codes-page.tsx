import { renewRecoveryCodes } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount } from '../../shared/session/index.ts';
import { AccountForm, ChangeNotice } from './account-form.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { signInMethodsKey } from './use-sign-in-methods.ts';

/** Replaces the recovery codes, which cannot be read again. */
export function RecoveryCodesPage() {
  const { t } = useTranslation();
  const { busy, error, codes, dialog, renew } = useRenewCodes();

  if (codes) {
    return <RecoveryCodeList codes={codes} done={t('secondFactor.codes.renewed')} />;
  }
  return (
    <>
      <AccountForm
        title={t('secondFactor.codes.renewTitle')}
        sub={t('secondFactor.codes.renewSub')}
        submit={t('secondFactor.codes.renew')}
        busy={busy}
        onSubmit={renew}
      >
        <ChangeNotice
          change={{ saved: false, error }}
          failed={t('secondFactor.codes.renewFailed')}
        />
        <p className="leading-paragraph">{t('secondFactor.codes.renewText')}</p>
      </AccountForm>
      {dialog}
    </>
  );
}

function useRenewCodes() {
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const { busy, error, run } = useChange();
  const [codes, setCodes] = useState<readonly string[]>();

  function renew(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void run(async () => {
      const answer = await withRecentSignIn(() => api.call(renewRecoveryCodes, {}));
      setCodes(answer.codes);
      void queries.invalidateQueries({ queryKey: signInMethodsKey(uid) });
    });
  }

  return { busy, error, codes, dialog, renew };
}

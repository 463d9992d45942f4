import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { AuthCard } from '../../shared/auth-form/auth-card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { type ActionMode, isActionMode, toOwnPath } from './action/action-link.ts';
import { ActionLeave } from './action/action-outcome.tsx';
import {
  ChangeEmailAction,
  ConfirmEmailChangeAction,
  ContestRecoveryAction,
  KeepAccountAction,
  RecoverEmailAction,
  RevertFactorsAction,
  RevertLinkAction,
  RevertUnlinkAction,
  StopEmailChangeAction,
} from './action/confirm-action.tsx';
import { RevertVerificationAction } from './action/disown-question.tsx';
import { ResetPasswordAction } from './action/reset-password-action.tsx';
import { VerifyEmailAction } from './action/verify-email-action.tsx';

const actions = {
  verifyEmail: VerifyEmailAction,
  resetPassword: ResetPasswordAction,
  verifyAndChangeEmail: ChangeEmailAction,
  recoverEmail: RecoverEmailAction,
  revertVerification: RevertVerificationAction,
  revertLink: RevertLinkAction,
  revertUnlink: RevertUnlinkAction,
  revertFactors: RevertFactorsAction,
  contestRecovery: ContestRecoveryAction,
  confirmEmailChange: ConfirmEmailChangeAction,
  stopEmailChange: StopEmailChangeAction,
  keepAccount: KeepAccountAction,
} satisfies Record<ActionMode, unknown>;

/** The page of mailed links, for signed-in people and visitors. */
export function AuthActionPage() {
  const { t } = useTranslation();
  const query = new URLSearchParams(useLocation().search);
  const mode = query.get('mode');
  const code = query.get('oobCode');

  if (!mode || !code) {
    return <BrokenLink problem={t('errors.invalidOrMissingParameters')} />;
  }
  if (!isActionMode(mode)) {
    return <BrokenLink problem={t('errors.unsupportedOperation')} />;
  }
  const Action = actions[mode];
  return <Action key={code} code={code} continueTo={toOwnPath(query.get('continueUrl'))} />;
}

function BrokenLink({ problem }: { readonly problem: string }) {
  const { t } = useTranslation();
  const title = t('auth.action.brokenTitle');
  return (
    <AuthCard title={title} pageTitle={title}>
      <Notice tone="bad" title={problem}>
        {t('auth.action.broken')}
      </Notice>
      <ActionLeave />
    </AuthCard>
  );
}

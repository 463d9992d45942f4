import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../api-error.ts';
import { CurrentSubscriptionContext } from '../current-subscription/current-subscription.ts';
import { toText } from '../i18n/index.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';

interface FailureNoticeProps {
  /** Error that a call or a change has thrown; without one nothing is shown. */
  readonly error: unknown;
}

/** Says why a call failed. If the plan allows no more, it leads the owner to the plans and tells others whom to ask. */
export function FailureNotice({ error }: FailureNoticeProps) {
  const { t } = useTranslation();
  const current = useContext(CurrentSubscriptionContext);
  if (error === undefined || error === null) {
    return null;
  }
  const sentence = toText(error, t);
  const isPlan = isRefused(error, 'plan/limit-reached') || isRefused(error, 'plan/not-included');
  if (!(isPlan && current)) {
    return <Notice tone="bad">{sentence}</Notice>;
  }
  const { id, owner_name: owner } = current.subscription;
  if (current.isOwner) {
    const toPlans = <ButtonLink to={paths.changePlan(id)}>{t('users.seePlans')}</ButtonLink>;
    return (
      <Notice tone="bad" title={sentence} actions={toPlans}>
        {t('planLimit.owner')}
      </Notice>
    );
  }
  return (
    <Notice tone="bad" title={sentence}>
      {owner ? t('planLimit.memberNamed', { owner }) : t('planLimit.member')}
    </Notice>
  );
}

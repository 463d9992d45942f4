import type { Activity } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../shared/config/index.ts';

const worded = [
  'subscription.created',
  'subscription.settings-updated',
  'subscription.ownership-transferred',
  'invite.created',
  'invite.accepted',
  'invite.rejected',
  'invite.revoked',
  'invite.expired',
  'member.permissions-changed',
  'member.removed',
  'member.left',
] as const;

/** Who did what to whom, in one sentence. */
export function useActivitySentence(): (activity: Activity) => string {
  const { t } = useTranslation();
  const { productName } = useConfig();

  return ({ action, actor, subject }) => {
    const known = worded.find((each) => each === action);
    const doer = actor.id === '' ? productName : actor.name || t('activity.goneActor');
    return known
      ? t(`activity.sentences.${known}`, {
          actor: doer,
          subject: subject.name || t('activity.goneSubject'),
        })
      : t('activity.other', { actor: doer, action });
  };
}

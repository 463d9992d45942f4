import { type Activity, activityActions } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../shared/config/index.ts';

/** Who did what to whom, in one sentence. */
export function useActivitySentence(): (activity: Activity) => string {
  const { t } = useTranslation();
  const { productName } = useConfig();

  return ({ action, actor, subject }) => {
    // A newer server may list what this page has no sentence for.
    const known = activityActions.find((each) => each === action);
    const doer = actor.id === '' ? productName : actor.name || t('activity.goneActor');
    return known
      ? t(`activity.sentences.${known}`, {
          actor: doer,
          subject: subject.name || t('activity.goneSubject'),
        })
      : t('activity.other', { actor: doer, action });
  };
}

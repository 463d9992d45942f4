import { longestName } from '@hearth/contract';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useUpdateSubscription } from './use-update-subscription.ts';

/** Keeps what was typed when saving fails. */
export function NameForm() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const { outcome, save } = useUpdateSubscription();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: subscription.settings.name ?? '' },
  });
  const name = register('name', {
    validate: (text) => text.trim() !== '' || t('subscription.settings.nameMissing'),
    maxLength: {
      value: longestName,
      message: t('subscription.settings.nameTooLong', { max: longestName }),
    },
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit((values) => save(values.name.trim()))(event)}
      className="grid max-w-[480px] gap-5"
    >
      {outcome === 'saved' && <Notice tone="good">{t('success.saved')}</Notice>}
      {outcome === 'failed' && <Notice tone="bad">{t('error.updateFailed')}</Notice>}
      <TextField
        {...name}
        label={t('subscription.settings.name')}
        hint={t('subscription.settings.nameHint', { max: longestName })}
        error={formState.errors.name?.message}
        autoComplete="off"
        required
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={formState.isSubmitting}
          off={outcome === 'saved'}
        >
          {t('subscription.settings.save')}
        </Button>
      </div>
    </form>
  );
}

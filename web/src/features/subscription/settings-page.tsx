import { longestName, updateSubscription } from '@hearth/contract';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';

export function SettingsPage() {
  const { t } = useTranslation();
  const { subscription, isOwner } = useCurrentSubscription();

  return (
    <>
      <PageHeader
        title={t('subscription.settings.title')}
        sub={t('subscription.settings.sub')}
        actions={
          <ButtonLink to={paths.subscription(subscription.id)}>
            {t('subscription.settings.back')}
          </ButtonLink>
        }
      />
      <SectionCard id="general" title={t('subscription.settings.sectionTitle')}>
        <NameForm />
      </SectionCard>
      {isOwner && <OwnershipCard />}
    </>
  );
}

/** Keeps what was typed when saving fails. */
function NameForm() {
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

/** Saves the settings, and once saved goes back to the overview after a moment. */
function useUpdateSubscription() {
  const api = useApi();
  const navigate = useNavigate();
  const { shortMs } = useConfig().redirectDelays;
  const { subscription, replace } = useCurrentSubscription();
  const [outcome, setOutcome] = useState<'saved' | 'failed'>();
  const overview = paths.subscription(subscription.id);

  useEffect(() => {
    if (outcome !== 'saved') {
      return;
    }
    const timer = setTimeout(() => void navigate(overview), shortMs);
    return () => clearTimeout(timer);
  }, [outcome, navigate, overview, shortMs]);

  async function save(name: string) {
    setOutcome(undefined);
    try {
      const subscriptionId = subscription.id;
      replace(await api.call(updateSubscription, { subscriptionId, settings: { name } }));
      setOutcome('saved');
    } catch {
      setOutcome('failed');
    }
  }

  return { outcome, save };
}

/** Leads the owner to where the subscription is given away; a canceled one stays with its owner. */
function OwnershipCard() {
  const { t } = useTranslation();
  const textId = useId();
  const { id, status } = useCurrentSubscription().subscription;
  const isCanceled = status === 'canceled';
  return (
    <SectionCard id="ownership" title={t('ownership.title')}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p id={textId} className="min-w-0 flex-[1_1_260px] text-ink-2">
          {isCanceled ? t('ownership.canceled') : t('ownership.cardText')}
        </p>
        {isCanceled ? (
          <Button variant="danger" off aria-describedby={textId}>
            {t('ownership.open')}
          </Button>
        ) : (
          <ButtonLink variant="danger" to={paths.transferOwnership(id)}>
            {t('ownership.open')}
          </ButtonLink>
        )}
      </div>
    </SectionCard>
  );
}

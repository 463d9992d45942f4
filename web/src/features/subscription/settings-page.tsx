import { isBlank, longestName, updateSubscription } from '@hearth/contract';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { isRefused } from '../../shared/api-error.ts';
import { useConfig } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { formatDate, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useFirstName } from '../../shared/session/use-first-name.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { CopyableId } from '../../shared/ui/copy-button.tsx';
import { Fact, Facts } from '../../shared/ui/facts.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { notify } from '../../shared/ui/toasts.ts';

interface SettingsPageProps {
  /** Actions of the owner that cannot be taken back. */
  readonly children?: ReactNode;
}

export function SettingsPage({ children }: SettingsPageProps) {
  const { t } = useTranslation();
  const { subscription, isOwner } = useCurrentSubscription();
  const { secondFactor } = useConfig();
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
      <SectionCard id="about" title={t('subscription.settings.about')}>
        <AboutFacts />
      </SectionCard>
      {isOwner && secondFactor !== 'off' && <SecondFactorCard />}
      {isOwner && children}
    </>
  );
}

/** Facts that support asks for: the id, the age and the owner. */
function AboutFacts() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { subscription, isOwner } = useCurrentSubscription();
  const { id, create_time, owner_name } = subscription;
  return (
    <Facts>
      <Fact name={t('subscription.overview.id')}>
        <CopyableId id={id} label={t('subscription.overview.copyId')} />
      </Fact>
      <Fact name={t('subscription.settings.created')}>{formatDate(create_time, language)}</Fact>
      <Fact name={t('subscription.overview.owner')}>
        <bdi className="wrap-anywhere">{owner_name ?? t('users.unnamed')}</bdi>
        {isOwner && <span className="text-ink-2"> · {t('subscription.overview.you')}</span>}
      </Fact>
    </Facts>
  );
}

/** Asks what a new project is called, and offers a name that can be saved as it is. */
export function FirstNameForm() {
  const { t } = useTranslation();
  const owner = useFirstName();
  const { form, busy, saved, error, handleSubmit } = useNameForm(
    owner ? t('paid.nameOf', { name: owner }) : '',
  );

  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      className="grid w-full max-w-[380px] gap-3 pt-3.5 text-left"
    >
      <Outcome saved={saved} error={error} />
      <TextField
        {...form.field('name')}
        label={t('paid.name')}
        hint={t('paid.nameHint')}
        autoComplete="off"
        required
      />
      <Button type="submit" variant="primary" size="wide" busy={busy} off={saved}>
        {t('paid.save')}
      </Button>
    </form>
  );
}

function NameForm() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const { form, busy, saved, error, handleSubmit } = useNameForm(subscription.settings.name ?? '');

  return (
    <form noValidate onSubmit={handleSubmit} className="grid max-w-[480px] gap-5">
      <Outcome saved={saved} error={error} />
      <TextField
        {...form.field('name')}
        label={t('subscription.settings.name')}
        hint={t('subscription.settings.nameHint', { max: longestName })}
        autoComplete="off"
        required
      />
      <div>
        <Button type="submit" variant="primary" busy={busy} off={saved}>
          {t('subscription.settings.save')}
        </Button>
      </div>
    </form>
  );
}

interface OutcomeProps {
  readonly saved: boolean;
  readonly error: unknown;
}

function Outcome({ saved, error }: OutcomeProps) {
  const { t } = useTranslation();
  return (
    <>
      {saved && <Notice tone="good">{t('success.saved')}</Notice>}
      {error !== undefined && <Notice tone="bad">{t('error.updateFailed')}</Notice>}
    </>
  );
}

/** Keeps what was typed when saving fails. */
function useNameForm(given: string) {
  const { t } = useTranslation();
  const { busy, saved, error, save } = useUpdateSubscription();
  const form = useForm({ name: given }, ({ name }) => ({
    name:
      (isBlank(name) && t('subscription.settings.nameMissing')) ||
      (name.length > longestName && t('subscription.settings.nameTooLong', { max: longestName })),
  }));
  const handleSubmit = form.submitTo(({ name }) => save(name.trim()));
  return { form, busy, saved, error, handleSubmit };
}

/** Saves the settings, and once saved goes back to the overview after a moment. */
function useUpdateSubscription() {
  const api = useApi();
  const navigate = useNavigate();
  const { shortMs } = useConfig().redirectDelays;
  const { subscription, replace } = useCurrentSubscription();
  const { busy, error, run } = useChange();
  const [saved, setSaved] = useState(false);
  const overview = paths.subscription(subscription.id);

  useEffect(() => {
    if (!saved) {
      return;
    }
    const timer = setTimeout(() => void navigate(overview), shortMs);
    return () => clearTimeout(timer);
  }, [saved, navigate, overview, shortMs]);

  const save = (name: string) =>
    run(async () => {
      const subscriptionId = subscription.id;
      replace(await api.call(updateSubscription, { subscriptionId, settings: { name } }));
      setSaved(true);
    });

  return { busy, saved, error, save };
}

/** Lets the owner open the project to members with a second factor only. */
function SecondFactorCard() {
  const { t } = useTranslation();
  const textId = useId();
  const navigate = useNavigate();
  const api = useApi();
  const { subscription, replace } = useCurrentSubscription();
  const { busy, run } = useChange();
  const isRequired = subscription.settings.require_second_factor === true;

  const change = () =>
    run(async () => {
      const settings = { require_second_factor: !isRequired };
      try {
        replace(await api.call(updateSubscription, { subscriptionId: subscription.id, settings }));
        notify.success(t(`subscription.secondFactor.${isRequired ? 'stopped' : 'required'}`));
      } catch (error) {
        if (!isRefused(error, 'access/second-factor-required')) {
          throw error;
        }
        notify.failure(t('subscription.secondFactor.addFirst'));
        void navigate(paths.addAuthenticator);
      }
    });

  return (
    <SectionCard id="second-factor" title={t('subscription.secondFactor.title')}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p id={textId} className="min-w-0 flex-[1_1_260px] text-ink-2">
          {t(`subscription.secondFactor.${isRequired ? 'on' : 'off'}`)}
        </p>
        <Button busy={busy} aria-describedby={textId} onClick={change}>
          {t(`subscription.secondFactor.${isRequired ? 'stop' : 'require'}`)}
        </Button>
      </div>
    </SectionCard>
  );
}

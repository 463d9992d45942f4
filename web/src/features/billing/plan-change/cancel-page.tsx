import { cancelSubscription } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { useForm } from '../../../shared/form/use-form.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { CopyableId } from '../../../shared/ui/copy-button.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { notify } from '../../../shared/ui/toasts.ts';
import { EndedNotice } from '../shared/ended-notice.tsx';
import { useRefreshBilling } from '../shared/use-refresh-billing.ts';
import { useRequestKeys } from '../shared/use-request-keys.ts';

export function CancelPage() {
  const { t } = useTranslation();
  const project = useProjectName();
  return (
    <>
      <PageHeader title={t('billing.cancel.title')} sub={t('billing.cancel.sub', { project })} />
      <CancelForm />
    </>
  );
}

function CancelForm() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { subscription } = useCurrentSubscription();
  const { busy, error, cancel } = useCancelSubscription();
  const { field, values, submitTo } = useForm({ typedId: '' });
  const isOver = subscription.status === 'canceled';
  const isOff = isOver || values.typedId !== subscription.id;

  return (
    <>
      {isOver && !busy && <EndedNotice />}
      <Card className="max-w-[560px] p-5">
        <form
          noValidate
          onSubmit={submitTo(({ typedId }) => cancel(typedId))}
          className="grid gap-5"
        >
          {error !== undefined && (
            <Notice tone="bad" title={t('subscription.cancelError')}>
              {toServerText(error, t, language)}
            </Notice>
          )}
          <Effects />
          <TextField
            {...field('typedId')}
            label={t('billing.cancel.idLabel')}
            hint={<IdHint id={subscription.id} />}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={isOver}
          />
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={paths.subscriptionBilling(subscription.id)}>
              {isOver ? t('billing.back') : t('billing.cancel.keep')}
            </ButtonLink>
            <Button type="submit" variant="danger" busy={busy} off={isOff && !busy}>
              {t('billing.cancel.submit')}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}

function Effects() {
  const { t } = useTranslation();
  const { subscription, plan } = useCurrentSubscription();
  const frequency = (plan?.free ? undefined : subscription.frequency) ?? 'any';
  const effects = [
    t(`billing.cancel.atOnce.${frequency}`),
    t('billing.cancel.forGood'),
    t('billing.cancel.afterwards'),
  ];
  return (
    <section aria-labelledby="what-happens" className="grid gap-2">
      <h2 id="what-happens" className="text-label font-label">
        {t('billing.cancel.what')}
      </h2>
      <ul className="grid list-disc gap-1 pl-5 text-ink-2">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </section>
  );
}

function IdHint({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <>
      {t('billing.cancel.idHint')}
      <CopyableId id={id} label={t('subscription.overview.copyId')} />
    </>
  );
}

/** Cancels the subscription, shows it as canceled immediately, and goes back to billing. */
function useCancelSubscription() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const refresh = useRefreshBilling();
  const project = useProjectName();
  const { keyOf } = useRequestKeys();
  const { subscription, replace } = useCurrentSubscription();
  const { busy, error, run } = useChange();

  const cancel = (confirmationId: string) =>
    run(async () => {
      const input = { subscriptionId: subscription.id, confirmationId };
      await api.call(cancelSubscription, input, { idempotencyKey: keyOf(input) });
      replace({ ...subscription, status: 'canceled' });
      notify.success(t('billing.cancel.done', { project }));
      void refresh();
      void navigate(paths.subscriptionBilling(subscription.id), { replace: true });
      return 'leaving';
    });

  return { busy, error, cancel };
}

import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { addName } from '../../../shared/add-card.ts';
import { useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useProjectName } from '../../../shared/current-subscription/use-project-name.ts';
import { isUnanswered } from '../../../shared/failure-title.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Card, SectionCard } from '../../../shared/ui/card.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { AddCardFields } from '../card-fields/add-card-fields.tsx';
import type { CardAdder } from '../card-fields/card-and-address.ts';
import { BillingDue, usePaymentDue } from '../owed/billing-due.tsx';
import { toPaymentText } from '../shared/payment-problem.ts';
import { useGetPaymentMethods } from '../shared/use-get-payment-methods.ts';
import { PaymentMethodList } from './payment-method-list.tsx';
import { useFinishedSetup } from './use-finished-setup.ts';
import { useAddPaymentMethod } from './use-payment-methods.ts';

export function PaymentMethodsPage() {
  const { t } = useTranslation();
  const hintId = useId();
  const hint = useFixedHint();
  const hasFailed = useFinishedSetup();
  const { subscription } = useCurrentSubscription();
  const isDue = usePaymentDue();
  const list = useGetPaymentMethods();
  const { isAdding, setIsAdding } = useAdding(hint !== undefined);
  const project = useProjectName();

  const addButton = (
    <Button
      variant="primary"
      off={hint !== undefined}
      aria-describedby={hint ? hintId : undefined}
      onClick={() => setIsAdding(true)}
    >
      {t('payment.methods.add')}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={t('payment.methods.title')}
        sub={t('payment.methods.sub', { project })}
        actions={
          <>
            <ButtonLink to={paths.subscriptionBilling(subscription.id)}>
              {t('billing.back')}
            </ButtonLink>
            {!isAdding && list.data?.length !== 0 && addButton}
          </>
        }
      />
      {hint && (
        <div id={hintId}>
          <Notice tone="info">{hint}</Notice>
        </div>
      )}
      {isDue && <BillingDue place="cards" />}
      {hasFailed && (
        <Notice tone="bad" title={t('payment.methods.paymentMethodAddError')}>
          {t('payment.methods.notConfirmed')}
        </Notice>
      )}
      {isAdding && <AddCardForm onClose={() => setIsAdding(false)} />}
      <Cards list={list} isFixed={hint !== undefined}>
        {!isAdding && (
          <EmptyState drawing="paper" title={t('payment.methods.emptyTitle')} action={addButton}>
            {t('payment.methods.emptyText')}
          </EmptyState>
        )}
      </Cards>
    </>
  );
}

/** Whether the form for another card is open. An address can ask for it, and no longer does once it is. */
function useAdding(isFixed: boolean) {
  const [search, setSearch] = useSearchParams();
  const isAsked = search.has(addName);
  const [isAdding, setIsAdding] = useState(isAsked && !isFixed);

  const open = useEffectEvent(() => {
    const rest = new URLSearchParams(search);
    rest.delete(addName);
    setSearch(rest, { replace: true });
    setIsAdding(!isFixed);
  });

  useEffect(() => {
    if (isAsked) {
      open();
    }
  }, [isAsked]);

  return { isAdding, setIsAdding };
}

/** Why the cards stay as they are; undefined if they can be changed. */
function useFixedHint(): string | undefined {
  const { t } = useTranslation();
  const { provider } = useConfig().payments;
  const { status } = useCurrentSubscription().subscription;
  if (status === 'canceled') {
    return t('payment.methods.canceledHint');
  }
  return provider === 'none' ? t('payment.methods.notSetUpHint') : undefined;
}

interface CardsProps {
  readonly list: ReturnType<typeof useGetPaymentMethods>;
  readonly isFixed: boolean;
  /** Shown when there is no card. */
  readonly children: ReactNode;
}

function Cards({ list, isFixed, children }: CardsProps) {
  const { t } = useTranslation();
  const language = useLanguage();

  if (list.isPending) {
    return <CardsSkeleton />;
  }
  if (!list.data) {
    return (
      <RetryNote
        title={t('payment.methods.paymentMethodsError')}
        message={toServerText(list.error, t, language)}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  return list.data.length > 0 ? (
    <PaymentMethodList methods={list.data} isFixed={isFixed} />
  ) : (
    children
  );
}

function CardsSkeleton() {
  return (
    <SkeletonGroup>
      <Card className="flex items-center gap-4 px-5 py-4">
        <Skeleton className="h-[22px] w-[34px]" />
        <div className="grid min-w-0 flex-1 gap-1.5">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-3.5 w-full max-w-28" />
        </div>
        <Skeleton className="h-[38px] w-28 max-sm:hidden" />
      </Card>
    </SkeletonGroup>
  );
}

/** Takes another card; keeps what was typed when it is refused. */
function AddCardForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const language = useLanguage();
  const adder = useRef<CardAdder>(null);
  const { busy, error, add } = useAddPaymentMethod(onClose);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (adder.current) {
      void add(adder.current);
    }
  }

  return (
    <SectionCard id={id} title={t('payment.methods.addTitle')}>
      <form noValidate onSubmit={handleSubmit} className="grid max-w-[560px] gap-5">
        <p className="text-ink-2">{t('payment.methods.addText')}</p>
        {error !== undefined && (
          <RefusalNotice error={error} title={t('payment.methods.paymentMethodAddError')}>
            {isUnanswered(error) ? t('payment.methods.lost') : toPaymentText(error, t, language)}
          </RefusalNotice>
        )}
        <AddCardFields ref={adder} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            {t('payment.methods.submitAdd')}
          </Button>
          <Button off={busy} onClick={onClose}>
            {t('payment.methods.cancelAdd')}
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}

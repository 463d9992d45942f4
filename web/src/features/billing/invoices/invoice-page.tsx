import { getInvoiceLink, type Language } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { billingKey, useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { paths } from '../../../shared/paths.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';

/** Goes on to the provider's page, PDF or receipt of the invoice, whose address is asked for each time. */
export function InvoicePage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id } = useCurrentSubscription().subscription;
  const document = useWantedDocument();
  const { data, error, isFetching, refetch } = useInvoiceLink(document);
  const url = data?.url;

  useEffect(() => {
    if (url !== undefined) {
      // The way back leads past this page.
      window.location.replace(inLanguage(url, language));
    }
  }, [url, language]);

  return (
    <>
      <PageHeader
        title={t(`invoices.open.${document}.title`)}
        sub={t(`invoices.open.${document}.sub`)}
        actions={<ButtonLink to={paths.subscriptionBilling(id)}>{t('billing.back')}</ButtonLink>}
      />
      {error ? (
        <RetryNote
          title={t(`invoices.open.${document}.error`)}
          message={toServerText(error, t, language)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        // A PDF may be saved instead of shown, and then this page stays.
        !data && (
          <SkeletonGroup className="grid">
            <Skeleton className="h-40 w-[560px]" />
          </SkeletonGroup>
        )
      )}
    </>
  );
}

const documents = ['page', 'pdf', 'receipt'] as const;
type WantedDocument = (typeof documents)[number];

function useWantedDocument(): WantedDocument {
  const [search] = useSearchParams();
  return documents.find((one) => one === search.get('document')) ?? 'page';
}

/** A page of our own speaks the language that was chosen here, which the browser may not ask for. */
function inLanguage(url: string, language: Language): string {
  const page = new URL(url);
  if (page.origin !== window.location.origin) {
    return url;
  }
  page.searchParams.set('lng', language);
  return page.href;
}

/** Kept no longer than the page is open: anybody who has the address can read the invoice. */
function useInvoiceLink(document: WantedDocument) {
  const api = useApi();
  const { uid } = useAccount();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const { invoice: invoiceId = '' } = useParams();
  return useQuery({
    queryKey: [...billingKey(uid, subscriptionId), 'invoice-link', invoiceId, document],
    queryFn: ({ signal }) =>
      api.call(getInvoiceLink, { subscriptionId, invoiceId, document }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

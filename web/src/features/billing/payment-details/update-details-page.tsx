import {
  type BillingDetails,
  type Language,
  needsCity,
  needsPostalCode,
  needsState,
  toTaxId,
  updateBillingDetails,
} from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { zoneOf } from '../../../shared/current-subscription/zone-of.ts';
import { useForm } from '../../../shared/form/use-form.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { readerTimeZone } from '../../../shared/i18n/reader-time-zone.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { notify } from '../../../shared/ui/toasts.ts';
import { useAfterPage } from '../../../shared/use-after-page.ts';
import { useGoBack } from '../../../shared/use-go-back.ts';
import { RefusalNotice } from '../../../shared/verification/refusal-notice.tsx';
import { AddressFields, useAddressForm } from '../card-fields/address-fields.tsx';
import {
  type AddressValues,
  defaultCountry,
  toBillingDetails,
} from '../card-fields/address-values.ts';
import {
  BusinessFields,
  type BusinessValues,
  toBusinessDetails,
  useBusinessForm,
} from '../card-fields/business-fields.tsx';
import { EndedNotice } from '../shared/ended-notice.tsx';
import { type KnownDetails, useGetBillingDetails } from '../shared/use-get-billing-details.ts';
import { useRefreshBilling } from '../shared/use-refresh-billing.ts';
import { useRequestKeys } from '../shared/use-request-keys.ts';

export function UpdateDetailsPage() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const goBack = useGoBack(paths.subscriptionBilling(subscription.id));

  return (
    <>
      <PageHeader
        title={t('billing.details.title')}
        sub={t('billing.details.sub')}
        actions={
          <ButtonLink to={paths.subscriptionBilling(subscription.id)}>
            {t('billing.back')}
          </ButtonLink>
        }
      />
      {subscription.status === 'canceled' ? <EndedNotice /> : <Details onSaved={goBack} />}
    </>
  );
}

function Details({ onSaved }: { readonly onSaved: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, isPending, isFetching, refetch } = useGetBillingDetails('typed');

  if (isPending) {
    return <DetailsSkeleton />;
  }
  if (!data) {
    return (
      <RetryNote
        title={t('billing.getBillingError')}
        message={toServerText(error, t, language)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Card className="max-w-[560px] p-5">
      <UpdateDetailsForm known={data} onSaved={onSaved} />
    </Card>
  );
}

function DetailsSkeleton() {
  return (
    <SkeletonGroup>
      <Card className="grid max-w-[560px] gap-5 p-5">
        {['name', 'phone', 'country', 'street', 'city'].map((key) => (
          <Skeleton key={key} className="h-[68px] w-full" />
        ))}
        <Skeleton className="h-[38px] w-32" />
      </Card>
    </SkeletonGroup>
  );
}

interface UpdateDetailsFormProps {
  readonly known: KnownDetails;
  readonly onSaved: () => void;
}

/** Can be sent once every field that is required has something in it. */
function UpdateDetailsForm({ known, onSaved }: UpdateDetailsFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const form = useAddressForm(toAddressValues(known, language));
  const { country } = form.values;
  const isTaxed = useConfig().billing.tax === 'automatic';
  const business = useBusinessForm(toBusinessValues(known), country);
  const zone = useForm({ timeZone: zoneOf(known) });
  const { busy, error, save } = useUpdateBillingDetails(onSaved);
  const isIncomplete = !isComplete(form.values);

  function saveTyped(typed: AddressValues): Promise<void> {
    const ofBusiness = business.submit();
    return ofBusiness
      ? save({
          ...toBillingDetails(typed),
          ...(isTaxed && toBusinessDetails(ofBusiness)),
          ...(zone.values.timeZone !== zoneOf(known) && {
            time_zone: zone.values.timeZone,
          }),
        })
      : Promise.resolve();
  }

  return (
    <form noValidate onSubmit={form.submitTo(saveTyped)} className="grid gap-5">
      {error !== undefined && (
        <RefusalNotice error={error} title={t('billing.updateBillingError')}>
          {toServerText(error, t, language)}
        </RefusalNotice>
      )}
      <AddressFields form={form} hasCompany={isTaxed} />
      {isTaxed && (
        <BusinessFields
          form={business}
          country={country}
          status={known.tax_id === business.values.taxId ? known.tax_id_status : null}
        />
      )}
      <SelectField
        {...zone.field('timeZone')}
        label={t('billing.details.timeZone')}
        hint={t('billing.details.timeZoneHint')}
      >
        {listTimeZones(zone.values.timeZone).map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      <div>
        <Button
          type="submit"
          variant="primary"
          aria-busy={busy || undefined}
          off={isIncomplete || busy}
        >
          {busy ? t('billing.details.saving') : t('billing.details.submit')}
        </Button>
      </div>
    </form>
  );
}

/** Those that the browser knows; older ones list none. */
function listTimeZones(present: string): readonly string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? [];
  return [...new Set(['UTC', present, readerTimeZone(), ...known])];
}

function toAddressValues({ name, phone, address }: KnownDetails, language: Language) {
  const { line1, line2, city, state, postal_code: postalCode } = address;
  const country = address.country || defaultCountry(language);
  return { name, phone, line1, line2, city, state, postalCode, country };
}

function toBusinessValues(known: KnownDetails): BusinessValues {
  const { company = '', tax_id = '', tax_id_type = '', purchase_order = '' } = known;
  const isUsual = toTaxId(known.address.country, tax_id)?.type === tax_id_type;
  return {
    company,
    taxId: tax_id,
    taxIdType: isUsual ? '' : tax_id_type,
    purchaseOrder: purchase_order,
  };
}

function isComplete(values: AddressValues): boolean {
  const { name, phone, line1, city, country, state, postalCode } = values;
  const required = [name, phone, line1, country];
  if (needsCity(country)) {
    required.push(city);
  }
  if (needsState(country)) {
    required.push(state);
  }
  if (needsPostalCode(country)) {
    required.push(postalCode);
  }
  return required.every((text) => text.trim() !== '');
}

/** Saves payer and address, and then goes back. */
function useUpdateBillingDetails(goBack: () => void) {
  const { t } = useTranslation();
  const api = useApi();
  const refresh = useRefreshBilling();
  const afterPage = useAfterPage();
  const { keyOf } = useRequestKeys();
  const { subscription, replace } = useCurrentSubscription();
  const { id: subscriptionId } = subscription;
  const { busy, error, run } = useChange();

  const save = (details: BillingDetails & { readonly time_zone?: string }) =>
    run(async () => {
      const input = { ...details, subscriptionId };
      await api.call(updateBillingDetails, input, { idempotencyKey: keyOf(input) });
      if (details.time_zone !== undefined) {
        replace({ ...subscription, time_zone: details.time_zone });
      }
      notify.success(t('billing.details.saved'));
      afterPage(() => void refresh());
      goBack();
      return 'leaving';
    });

  return { busy, error, save };
}

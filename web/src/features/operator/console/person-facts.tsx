import { type AccountSheet, exportAccount, mayOperate } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../shared/i18n/format-date-time.ts';
import { offeredLanguages, useLanguage } from '../../../shared/i18n/index.ts';
import { useProviderName } from '../../../shared/social/use-provider-name.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { CopyableId } from '../../../shared/ui/copy-button.tsx';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { FileButton } from '../file-button.tsx';
import { useOperatorRole } from '../use-operator-role.ts';

interface PersonFactsProps {
  readonly sheet: AccountSheet;
  readonly reason: string;
  readonly refresh: () => Promise<unknown>;
}

/** The account, and how the person signs in. */
export function PersonFacts({ sheet, reason, refresh }: PersonFactsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = (instant: string) => formatDateTime(instant, language);
  const verified = sheet.email_verified;
  const languages: Readonly<Record<string, string>> = offeredLanguages();

  return (
    <SectionCard
      id="account"
      title={t('console.person.account')}
      aside={mayOperate(useOperatorRole(), 'admin') && <Export {...{ sheet, reason, refresh }} />}
    >
      <Facts>
        <Fact name={t('account.profile.userId')}>
          <CopyableId id={sheet.uid} label={t('account.profile.copyUserId')} />
        </Fact>
        <Fact name={t('account.profile.email')}>
          <Badge tone={verified ? 'good' : 'warn'}>
            {t(verified ? 'console.person.verified' : 'console.person.notVerified')}
          </Badge>
        </Fact>
        <Fact name={t('console.person.password')}>
          {t(sheet.has_password ? 'console.person.hasPassword' : 'console.person.none')}
        </Fact>
        <Providers sheet={sheet} />
        <Fact name={t('console.person.passkeys')}>{sheet.passkeys}</Fact>
        <Fact name={t('console.person.factors')}>{sheet.second_factors}</Fact>
        {sheet.second_factors > 0 && (
          <Fact name={t('console.person.codes')}>{sheet.recovery_codes_left}</Fact>
        )}
        <Fact name={t('console.person.lastSignIn')}>{time(sheet.last_signed_in_at)}</Fact>
        <Fact name={t('account.profile.created')}>{time(sheet.created_at)}</Fact>
        {sheet.disabled_at !== null && (
          <Fact name={t('console.person.disabledSince')}>{time(sheet.disabled_at)}</Fact>
        )}
        <Fact name={t('console.person.language')}>
          {sheet.language === null
            ? t('console.person.noLanguage')
            : (languages[sheet.language] ?? sheet.language)}
        </Fact>
      </Facts>
    </SectionCard>
  );
}

/** Saves all that is stored about the person. The history, which is read again, says so. */
function Export({ sheet: { uid, email }, reason, refresh }: PersonFactsProps) {
  const { t } = useTranslation();
  return (
    <FileButton
      text={t('console.person.export')}
      label={t('console.person.exportOf', { email })}
      file={`${uid}.json`}
      type="plain"
      read={async (api) => JSON.stringify(await api.call(exportAccount, { uid, reason }), null, 2)}
      onSaved={refresh}
    />
  );
}

function Providers({ sheet: { providers } }: { readonly sheet: AccountSheet }) {
  const { t } = useTranslation();
  const providerName = useProviderName();
  return providers.length === 0 ? null : (
    <Fact name={t('console.person.providers')}>
      <ul className="wrap-anywhere">
        {providers.map(({ provider, email }) => (
          <li key={provider}>{[providerName(provider), email].filter(Boolean).join(' · ')}</li>
        ))}
      </ul>
    </Fact>
  );
}

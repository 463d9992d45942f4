import { deviceOnlyProviders, socialProviderIds } from '@hearth/contract';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../shared/config/index.ts';
import { formatDate, useLanguage } from '../../shared/i18n/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { useProviderName } from '../../shared/social/use-provider-name.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Fact } from '../../shared/ui/facts.tsx';
import { MethodTimes } from './method-times.tsx';
import type { ChangeProviders } from './use-change-providers.ts';
import { useLastUseText } from './use-last-use-text.ts';
import type { SignInMethods, useSignInMethods } from './use-sign-in-methods.ts';

interface ProviderRowsProps {
  readonly changing: ChangeProviders;
  readonly methods: Pick<ReturnType<typeof useSignInMethods>, 'data' | 'isPending'>;
}

/** Every provider that is offered or linked. */
export function ProviderRows({ changing, methods }: ProviderRowsProps) {
  const { socialProviders } = useConfig();
  const { linkedProviders } = useAccount();
  const nameOf = useProviderName();
  const reasonFor = useReason(methods.data?.passkeys.length);
  const timesOf = useProviderTimes(methods.data?.providers);
  const [asked, setAsked] = useState<string>();
  const linkOf = (id: string) => linkedProviders.find((one) => one.id === id);
  const offered = socialProviders.map((name) => socialProviderIds[name]);
  const switchedOff = linkedProviders.map(({ id }) => id).filter((id) => !isAmong(offered, id));

  function change(id: string) {
    const provider = socialProviders.find((name) => socialProviderIds[name] === id);
    if (linkOf(id)) {
      setAsked(id);
    } else if (provider) {
      void changing.link(provider);
    }
  }

  return (
    <>
      {[...offered, ...switchedOff].map((id) => (
        <ProviderRow
          key={id}
          name={nameOf(id)}
          linked={linkOf(id) !== undefined}
          email={linkOf(id)?.email ?? ''}
          times={linkOf(id) && <MethodTimes times={timesOf(id)} isPending={methods.isPending} />}
          busy={changing.busy === id}
          reason={reasonFor(id)}
          onChange={() => change(id)}
        />
      ))}
      {asked && (
        <UnlinkDialog
          provider={nameOf(asked)}
          onConfirm={() => {
            setAsked(undefined);
            void changing.unlink(asked);
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function isAmong(ids: readonly string[], id: string): boolean {
  return ids.includes(id);
}

/** When a provider was linked and last used; undefined until it is known. */
function useProviderTimes(providers: SignInMethods['providers'] | undefined) {
  const { t } = useTranslation();
  const language = useLanguage();
  const lastUseText = useLastUseText();
  return (id: string) => {
    const found = providers?.find(({ provider }) => provider === id);
    return (
      found && [
        t('secondFactor.linkedOn', { date: formatDate(found.linked_at, language) }),
        lastUseText(found.last_use),
      ]
    );
  };
}

/** Why a provider cannot be linked or unlinked. */
function useReason(passkeys = 0): (id: string) => string | undefined {
  const { t } = useTranslation();
  const { signInMethods } = useAccount();
  const onDevices = deviceOnlyProviders.map((name) => socialProviderIds[name]);
  return (id) => {
    if (signInMethods.includes(id)) {
      return signInMethods.length + passkeys === 1 ? t('account.profile.lastSignIn') : undefined;
    }
    return isAmong(onDevices, id) ? t('account.profile.onDevicesOnly') : undefined;
  };
}

interface UnlinkDialogProps {
  readonly provider: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function UnlinkDialog({ provider, onConfirm, onCancel }: UnlinkDialogProps) {
  const { t } = useTranslation();
  const { email } = useAccount();
  return (
    <ConfirmDialog
      title={t('account.profile.unlinkTitle', { provider })}
      confirm={t('account.profile.unlinkNamed', { provider })}
      busy={false}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {t('account.profile.unlinkText', { email })}
    </ConfirmDialog>
  );
}

interface ProviderRowProps {
  readonly name: string;
  readonly linked: boolean;
  /** Address at the provider, if it gave one. */
  readonly email: string;
  readonly times: ReactNode;
  readonly busy: boolean;
  /** Why it cannot be changed. */
  readonly reason: string | undefined;
  readonly onChange: () => void;
}

/** One provider: whether it opens the account, and the button that changes that. */
function ProviderRow({ name, linked, email, times, busy, reason, onChange }: ProviderRowProps) {
  const { t } = useTranslation();
  const reasonId = useId();
  const words = linked ? 'unlink' : 'link';

  return (
    <Fact name={name}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <LinkState linked={linked}>{email}</LinkState>
          {times}
        </div>
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          off={reason !== undefined}
          aria-label={t(`account.profile.${words}Named`, { provider: name })}
          aria-describedby={reason && reasonId}
          onClick={onChange}
          className="-my-2 -mr-2.5 ml-auto"
        >
          {t(`account.profile.${words}`)}
        </Button>
      </div>
      {reason && (
        <p id={reasonId} className="mt-1 text-small leading-paragraph text-ink-2">
          {reason}
        </p>
      )}
    </Fact>
  );
}

function LinkState({
  linked,
  children,
}: {
  readonly linked: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  if (!linked) {
    return <span className="text-ink-2">{t('account.profile.notLinked')}</span>;
  }
  return <span className="min-w-0 break-all">{children || t('account.profile.linked')}</span>;
}

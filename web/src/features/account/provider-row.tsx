import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { Fact } from '../../shared/ui/facts.tsx';

interface ProviderRowProps {
  readonly name: string;
  readonly linked: boolean;
  /** Address at the provider, where it gave one. */
  readonly email: string;
  readonly busy: boolean;
  /** Why it cannot be changed. */
  readonly reason: string | undefined;
  readonly onChange: () => void;
}

/** One provider: whether it opens the account, and the button that changes that. */
export function ProviderRow({ name, linked, email, busy, reason, onChange }: ProviderRowProps) {
  const { t } = useTranslation();
  const reasonId = useId();
  const words = linked ? 'unlink' : 'link';

  return (
    <Fact name={name}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <LinkState linked={linked}>{email}</LinkState>
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

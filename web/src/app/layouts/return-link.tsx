import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../shared/config/index.ts';
import { buttonStyle } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { keepReturn, readReturnUrl } from './return-url.ts';

interface ReturnLinkProps {
  readonly subscriptionId: string;
  /** Address that the page was opened with. */
  readonly asked: string;
}

/** Leads back to the product that sent the person here, or says why there is no way back. */
export function ReturnLink({ subscriptionId, asked }: ReturnLinkProps) {
  const { t } = useTranslation();
  const { returnOrigins = [] } = useConfig();
  const target = readReturnUrl(asked, returnOrigins);
  const isKnown = target !== undefined;

  useEffect(() => {
    if (isKnown) {
      keepReturn(subscriptionId, asked);
    }
  }, [isKnown, subscriptionId, asked]);

  if (!target) {
    return (
      <Notice tone="warn" title={t('billing.return.unknown')}>
        {t('billing.return.unknownText')}
      </Notice>
    );
  }
  return (
    <a
      href={target.href}
      rel="noreferrer"
      className={classNames(
        buttonStyle({ variant: 'secondary', size: 'small' }),
        'max-w-full justify-self-start',
      )}
    >
      <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{t('billing.return.back', { name: target.name })}</span>
    </a>
  );
}

import type { WebhookEndpoint } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { Fact, Facts } from '../../shared/ui/facts.tsx';
import type { WebhookActions } from './use-operator-webhooks.ts';

interface EndpointCardProps {
  readonly endpoint: WebhookEndpoint;
  readonly actions: WebhookActions;
}

/** An endpoint's address, whether events reach it, and the button that turns it on again. */
export function EndpointCard({ endpoint, actions }: EndpointCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, url, description, types, off_reason: offReason, failing_since: since } = endpoint;
  const isBusy = actions.busyWith === id;

  return (
    <SectionCard
      id="endpoint"
      title={<span className="break-all">{url}</span>}
      aside={<EndpointBadge endpoint={endpoint} />}
    >
      <Facts>
        {description !== '' && <Fact name={t('operator.description')}>{description}</Fact>}
        <Fact name={t('operator.types')}>
          {types.length === 0 ? t('operator.allTypes') : types.join(', ')}
        </Fact>
        {since !== null && (
          <Fact name={t('operator.failingSince')}>{formatDateTime(since, language)}</Fact>
        )}
        {offReason !== null && (
          <Fact name={t('operator.off')}>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <span className="min-w-0 flex-[1_1_220px]">
                {t(`operator.offReason.${offReason}`)}
              </span>
              <Button size="small" busy={isBusy} onClick={() => void actions.turnOn(endpoint)}>
                {t('operator.turnOn')}
              </Button>
            </div>
          </Fact>
        )}
      </Facts>
    </SectionCard>
  );
}

function EndpointBadge({ endpoint }: Pick<EndpointCardProps, 'endpoint'>) {
  const { t } = useTranslation();
  if (endpoint.state === 'off') {
    return <Badge tone="bad">{t('operator.stateOff')}</Badge>;
  }
  return endpoint.failing_since === null ? (
    <Badge tone="good">{t('operator.stateOn')}</Badge>
  ) : (
    <Badge tone="warn">{t('operator.stateFailing')}</Badge>
  );
}

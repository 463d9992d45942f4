import RotateCw from 'lucide-react/icons/rotate-cw';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Brand } from '../../shared/ui/brand.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { LanguageSelect } from '../../shared/ui/language-select.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { ClockForm } from './clock-form.tsx';
import { unitMs } from './clock-units.ts';
import { useDevClock } from './use-dev-clock.ts';

const steps = ['hour', 'day', 'week'] as const;

/** Local mode's time machine, for whoever wants to see a renewal without waiting a week. */
export function ClockPage() {
  const { t } = useTranslation();
  const { now, busy, failed, refresh, advance } = useDevClock();

  return (
    <>
      <header className="flex h-14 items-center justify-between gap-3 border-b border-line bg-surface px-3.5 sm:px-5">
        <Brand to={paths.home} />
        <LanguageSelect compact />
      </header>
      <main className="mx-auto grid max-w-[720px] content-start gap-6 px-4 pt-5 pb-10 md:px-8 md:pt-7">
        <PageHeader
          title={t('clock.title')}
          sub={t('clock.sub')}
          actions={
            <Button off={busy} onClick={refresh}>
              <RotateCw aria-hidden="true" className="size-4" />
              {t('clock.refresh')}
            </Button>
          }
        />
        {failed && <RetryNote message={t('clock.failed')} busy={busy} onRetry={refresh} />}
        <Card className="grid gap-6 p-5">
          <Now now={now} />
          <fieldset className="flex flex-wrap gap-2">
            <legend className="mb-1.5 text-label font-label">{t('clock.ahead')}</legend>
            {steps.map((step) => (
              <Button key={step} off={busy} onClick={() => void advance(unitMs[step])}>
                {t(`clock.step.${step}`)}
              </Button>
            ))}
          </fieldset>
          <ClockForm busy={busy} onAdvance={(ms) => void advance(ms)} />
        </Card>
        <p className="text-small text-ink-2">{t('clock.note')}</p>
      </main>
    </>
  );
}

function Now({ now }: { readonly now: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className="grid gap-1">
      <p className="text-small text-ink-2">{t('clock.now')}</p>
      {now === undefined ? (
        <SkeletonGroup>
          <Skeleton className="h-8 w-56" />
        </SkeletonGroup>
      ) : (
        <p role="status" className="text-page font-card tabular-nums">
          <time dateTime={now}>{formatDateTime(now, language)}</time>
        </p>
      )}
    </div>
  );
}

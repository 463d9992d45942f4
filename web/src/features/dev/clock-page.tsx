import RotateCw from 'lucide-react/icons/rotate-cw';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../shared/api/use-change.ts';
import { Brand } from '../../shared/brand/brand.tsx';
import { useConfig } from '../../shared/config/index.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { LanguageSelect } from '../../shared/ui/language-select.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { SelectField } from '../../shared/ui/select-field.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { UpcomingCard } from './upcoming.tsx';

const everySteps = ['hour', 'day', 'week', 'month', 'year'] as const;

type Step = (typeof everySteps)[number];

/** Steps to offer: those beyond a week only if plans are charged that seldom. */
function useSteps(): readonly Step[] {
  const { plans } = useConfig();
  const charged = new Set(plans.flatMap(({ prices }) => prices.map(({ frequency }) => frequency)));
  return everySteps.filter((step) => (step !== 'month' && step !== 'year') || charged.has(step));
}

/** Local mode's time machine, for people who want to see a renewal without waiting a week. */
export function ClockPage() {
  const { t } = useTranslation();
  const steps = useSteps();
  const { now, busy, failed, refresh, advance } = useDevClock();

  async function advanceBy(count: number, step: Step) {
    const ms = lengthMs({ count, step, now });
    if (ms !== undefined) {
      await advance(ms);
    }
  }

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
              <Button key={step} off={busy} onClick={() => void advanceBy(1, step)}>
                {t(`clock.step.${step}`)}
              </Button>
            ))}
          </fieldset>
          <ClockForm now={now} steps={steps} busy={busy} onAdvance={advanceBy} />
        </Card>
        {now !== undefined && (
          <UpcomingCard
            since={now}
            busy={busy}
            onGo={(at) => void advance(Math.max(0, at.getTime() - Date.parse(now)) + minuteMs)}
          />
        )}
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

interface ClockFormProps {
  /** Undefined until the server has said it. */
  readonly now: string | undefined;
  readonly steps: readonly Step[];
  readonly busy: boolean;
  readonly onAdvance: (count: number, step: Step) => Promise<void>;
}

/** Moves the clock by any number of steps. */
function ClockForm({ now, steps, busy, onAdvance }: ClockFormProps) {
  const { t } = useTranslation();
  const form = useForm({ count: '', unit: 'day' }, (typed) => ({
    count: !isWithinReach(toMove(typed), now) && t('clock.countWrong'),
  }));

  async function advance(typed: ClockValues) {
    const { count, step } = toMove(typed);
    await onAdvance(count, step);
  }

  return (
    <form
      noValidate
      onSubmit={form.submitTo(advance)}
      className="grid items-start gap-4 border-t border-line pt-5 sm:grid-cols-2"
    >
      <TextField
        {...form.field('count')}
        label={t('clock.count')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
      />
      <SelectField {...form.field('unit')} label={t('clock.unitName')}>
        {steps.map((name) => (
          <option key={name} value={name}>
            {t(`clock.unit.${name}`)}
          </option>
        ))}
      </SelectField>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('clock.submit')}
        </Button>
      </div>
    </form>
  );
}

/** Product time, read again when one comes back to this tab, and the way to move it ahead. */
function useDevClock() {
  const [now, setNow] = useState<string>();
  const [failed, setFailed] = useState(false);
  const { busy, run } = useChange();

  const follow = (ask: () => Promise<Response>) =>
    run(async () => {
      try {
        setNow(await readTime(await ask()));
        setFailed(false);
      } catch {
        setFailed(true);
      }
    });

  const refresh = () => void follow(() => fetch('/dev/clock.json'));
  const advance = (advanceMs: number) => follow(() => postAdvance(advanceMs));

  const refreshNow = useEffectEvent(refresh);
  useEffect(() => {
    const handleFocus = () => refreshNow();
    handleFocus();
    window.addEventListener('focus', handleFocus);
    return () => window.removeEventListener('focus', handleFocus);
  }, []);

  return { now, busy, failed, refresh, advance };
}

function postAdvance(advanceMs: number): Promise<Response> {
  return fetch('/dev/clock', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  });
}

async function readTime(response: Response): Promise<string> {
  if (!response.ok) {
    throw new Error(`The clock answers ${response.status}.`);
  }
  const { now } = (await response.json()) as { readonly now: string };
  return now;
}

/** Work that is due at an instant is done a little later. */
const minuteMs = 60_000;

/** Fixed lengths; a month and a year are as long as the calendar has them. */
const unitMs = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

interface Move {
  readonly count: number;
  readonly step: Step;
  /** Undefined until the server has said it. */
  readonly now: string | undefined;
}

/** Length of the steps from now on. A month that has no such day ends with its last one. */
function lengthMs({ count, step, now }: Move): number | undefined {
  if (step !== 'month' && step !== 'year') {
    return count * unitMs[step];
  }
  if (now === undefined) {
    return undefined;
  }
  const from = new Date(now);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + count * (step === 'year' ? 12 : 1));
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() - from.getTime();
}

/** The server moves the clock no further in one call. */
const furthestMs = 10 * 365 * unitMs.day;

type ClockValues = Readonly<Record<'count' | 'unit', string>>;

/** Move as typed; a count of 0 if it is no whole number. */
function toMove({ count, unit }: ClockValues): Pick<Move, 'count' | 'step'> {
  const step = everySteps.find((name) => name === unit) ?? 'day';
  return { count: /^\s*\d+\s*$/.test(count) ? Number(count) : 0, step };
}

function isWithinReach(move: Pick<Move, 'count' | 'step'>, now: string | undefined): boolean {
  const ms = lengthMs({ ...move, now }) ?? 0;
  return ms > 0 && ms <= furthestMs;
}

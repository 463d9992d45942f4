import RotateCw from 'lucide-react/icons/rotate-cw';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Brand } from '../../shared/ui/brand.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { LanguageSelect } from '../../shared/ui/language-select.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { SelectField } from '../../shared/ui/select-field.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';

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

interface ClockFormProps {
  readonly busy: boolean;
  readonly onAdvance: (ms: number) => void;
}

const units = ['hour', 'day', 'week'] as const satisfies readonly ClockUnit[];

/** Moves the clock by any number of hours, days or weeks. */
function ClockForm({ busy, onAdvance }: ClockFormProps) {
  const { t } = useTranslation();
  const [count, setCount] = useState('');
  const [unit, setUnit] = useState<ClockUnit>('day');
  const [isWrong, setIsWrong] = useState(false);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const ms = Number(count) * unitMs[unit];
    const isGood = /^\s*\d+\s*$/.test(count) && ms > 0 && ms <= furthestMs;
    setIsWrong(!isGood);
    if (isGood) {
      onAdvance(ms);
    }
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      className="grid items-start gap-4 border-t border-line pt-5 sm:grid-cols-2"
    >
      <TextField
        label={t('clock.count')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={count}
        error={isWrong ? t('clock.countWrong') : undefined}
        onChange={(event) => setCount(event.target.value)}
      />
      <SelectField
        label={t('clock.unitName')}
        value={unit}
        onChange={({ target }) => setUnit(units.find((name) => name === target.value) ?? 'day')}
      >
        {units.map((name) => (
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

interface ClockState {
  /** Product time, ISO 8601; undefined until it is known. */
  readonly now?: string;
  readonly busy: boolean;
  readonly failed: boolean;
}

/** Product time, read again when one comes back to this tab, and the way to move it ahead. */
function useDevClock() {
  const [state, setState] = useState<ClockState>({ busy: true, failed: false });
  const underWay = useRef(false);

  const follow = useCallback(async (ask: () => Promise<Response>) => {
    // A second press must not move it twice.
    if (underWay.current) {
      return;
    }
    underWay.current = true;
    setState((before) => ({ ...before, busy: true }));
    try {
      const now = await readTime(await ask());
      setState({ now, busy: false, failed: false });
    } catch {
      setState((before) => ({ ...before, busy: false, failed: true }));
    }
    underWay.current = false;
  }, []);

  const refresh = useCallback(() => void follow(() => fetch('/dev/clock.json')), [follow]);
  const advance = (advanceMs: number) => follow(() => postAdvance(advanceMs));

  useEffect(() => {
    refresh();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);

  return { ...state, refresh, advance };
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

/** The steps in which product time is moved. */
const unitMs = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

type ClockUnit = keyof typeof unitMs;

/** The server moves it no further at once. */
const furthestMs = 10 * 365 * unitMs.day;

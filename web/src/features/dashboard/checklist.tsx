import Check from 'lucide-react/icons/check';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../shared/session/index.ts';
import { Card } from '../../shared/ui/card.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Drawing } from '../../shared/ui/drawing.tsx';
import { Meter } from '../../shared/ui/meter.tsx';
import { HideButton, HideProblem, StepAction, useStepWords } from './checklist-step.tsx';
import { type ChecklistState, type StepName, useHideChecklist } from './use-checklist.ts';

interface ChecklistProps {
  readonly checklist: ChecklistState;
}

/** First steps; the first that is left is open, or the one that was pressed. */
export function Checklist({ checklist }: ChecklistProps) {
  const { steps, project } = checklist;
  const next = steps.find(({ isDone }) => !isDone)?.name;
  // A press counts until a step is done: then the next one opens.
  const [pressed, setPressed] = useState<{
    readonly name: StepName | undefined;
    readonly next: typeof next;
  }>();
  const open = pressed && pressed.next === next ? pressed.name : next;

  return (
    <div
      className={classNames(
        'grid items-start gap-4',
        !project && 'min-[900px]:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]',
      )}
    >
      <section
        aria-labelledby="checklist"
        className="min-w-0 rounded-card border border-line bg-surface shadow-lift"
      >
        <ChecklistHead steps={steps} />
        <ol>
          {steps.map((step, index) => (
            <Step
              key={step.name}
              step={step}
              number={index + 1}
              checklist={checklist}
              isNext={step.name === next}
              isOpen={step.name === open}
              onPress={() => setPressed({ name: step.name === open ? undefined : step.name, next })}
            />
          ))}
        </ol>
      </section>
      {!project && <WaitingCard />}
    </div>
  );
}

function ChecklistHead({ steps }: Pick<ChecklistState, 'steps'>) {
  const { t } = useTranslation();
  const { busy, error, hide } = useHideChecklist();
  const done = steps.filter(({ isDone }) => isDone).length;

  return (
    <>
      <div className="flex items-center gap-4 py-4 pr-3 pl-5">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h2 id="checklist" className="text-card font-card">
            {t('dashboard.checklist.title')}
          </h2>
          <p className="text-small text-ink-2 tabular-nums">
            {t('dashboard.checklist.done', { done, all: steps.length })}
          </p>
        </div>
        <div className="w-24 shrink-0 sm:w-[120px]">
          <Meter used={done} max={steps.length} />
        </div>
        <HideButton busy={busy} onHide={() => void hide()} />
      </div>
      {error !== undefined && (
        <div className="px-5 pb-4">
          <HideProblem error={error} />
        </div>
      )}
    </>
  );
}

interface StepProps extends ChecklistProps {
  readonly step: ChecklistState['steps'][number];
  readonly number: number;
  readonly isNext: boolean;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

function Step({ step: { name, isDone }, number, isNext, isOpen, onPress, checklist }: StepProps) {
  const { t } = useTranslation();
  const id = useId();
  const words = useStepWords(checklist)[name];

  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className="relative flex items-start gap-3.5 border-t border-line px-5 py-3.5 hover:bg-sunken"
    >
      <Tick number={number} isDone={isDone} isNext={isNext} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <h3 className={isDone ? 'text-label text-ink-2' : 'text-label font-card'}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onPress}
            className="text-left before:absolute before:inset-0"
          >
            {words.title}
            {isDone && <span className="sr-only">: {t('dashboard.checklist.stepDone')}</span>}
          </button>
        </h3>
        <p className="text-small wrap-anywhere text-ink-2">{words.text}</p>
        {isOpen && (
          <div id={id} className="relative grid gap-3 pt-2.5">
            <StepAction name={name} checklist={checklist} />
          </div>
        )}
      </div>
    </li>
  );
}

function Tick({
  number,
  isDone,
  isNext,
}: Pick<StepProps, 'number' | 'isNext'> & { isDone: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'mt-px grid size-[22px] shrink-0 place-items-center rounded-full border-[1.5px] text-badge font-semibold',
        isDone && 'border-transparent bg-good-soft text-good',
        isNext && 'border-accent text-accent',
        !isDone && !isNext && 'border-line-strong text-ink-2',
      )}
    >
      {isDone ? <Check className="size-3.5" /> : number}
    </span>
  );
}

/** For people who were told to sign up, and do not see what they came for. */
function WaitingCard() {
  const { t } = useTranslation();
  const { email } = useAccount();
  return (
    <Card className="grid justify-items-center gap-4 px-5 pt-8 pb-9 text-center">
      <Drawing name="hearth" />
      <div className="grid max-w-[40ch] min-w-0 gap-1">
        <h2 className="text-card font-card">{t('dashboard.checklist.waiting')}</h2>
        <p className="wrap-anywhere text-ink-2">
          {t('dashboard.checklist.waitingText', { email })}
        </p>
      </div>
    </Card>
  );
}

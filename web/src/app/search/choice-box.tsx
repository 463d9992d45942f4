import Check from 'lucide-react/icons/check';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../shared/ui/class-names.ts';
import { type Choice, filterChoices } from './choice.tsx';

interface ChoiceBoxProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Shown if nothing matches. */
  readonly none: (text: string) => string;
  /** Shown before and after the text field. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly inputClass: string;
  readonly rowClass: string;
  readonly onClose: () => void;
}

/** A text field over the lines that match it. Arrows move, Enter chooses; the focus stays in the field. */
export function ChoiceBox(props: ChoiceBoxProps) {
  const { label, choices, none, before, after, inputClass, rowClass, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState(0);
  const found = filterChoices(choices, text);
  const at = Math.min(wanted, found.length - 1);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const option = list.current?.querySelectorAll('[role=option]')[at];
    option?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  function choose(choice: Choice | undefined) {
    if (choice) {
      onClose();
      choice.choose();
    }
  }

  function handleKey(event: KeyboardEvent) {
    const next = nextPlace(event.key, { at, count: found.length });
    if (next !== undefined) {
      event.preventDefault();
      setWanted(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(found[at]);
    }
  }

  return (
    <>
      <div className={rowClass}>
        {before}
        <input
          // biome-ignore lint/a11y/noAutofocus: the box was opened to be typed into.
          autoFocus
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={found.length > 0}
          aria-autocomplete="list"
          aria-controls={found.length > 0 ? id : undefined}
          aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={label}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setWanted(0);
          }}
          onKeyDown={handleKey}
          className={inputClass}
        />
        {after}
      </div>
      {found.length === 0 ? (
        <p className="px-4.5 py-5 text-label text-ink-2">{none(text)}</p>
      ) : (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={label}
          className="min-h-0 overflow-y-auto overscroll-contain p-2"
        >
          {toGroups(found).map(({ title, from, members }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox may hold groups, and no fieldsets.
            <div key={title || 'first'} role="group" aria-label={title || label}>
              {title && (
                <div aria-hidden="true" className="px-2.5 pt-2 pb-1 text-small text-ink-2">
                  {title}
                </div>
              )}
              {members.map((choice, place) => (
                <Line
                  key={choice.id}
                  id={`${id}-${from + place}`}
                  choice={choice}
                  isActive={from + place === at}
                  onPoint={() => setWanted(from + place)}
                  onChoose={() => choose(choice)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {text !== '' && t('shell.palette.results', { count: found.length })}
      </p>
    </>
  );
}

interface LineProps {
  readonly id: string;
  readonly choice: Choice;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Line({ id, choice, isActive, onPoint, onChoose }: LineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field above takes the keys.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-current={choice.isCurrent || undefined}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={classNames(
        'flex h-9 cursor-pointer items-center gap-3 rounded-control px-2.5 text-label max-sm:h-10 [&_svg]:size-[18px] [&_svg]:shrink-0 [&_svg]:text-ink-2',
        isActive && 'bg-accent-soft',
      )}
    >
      <span className="grid w-7 shrink-0 place-items-center">{choice.mark}</span>
      <span className="min-w-0 flex-1 truncate">
        <bdi>{choice.label}</bdi>
      </span>
      {choice.chip ??
        (choice.hint && (
          <span className="max-w-[45%] shrink-0 truncate text-small text-ink-2">{choice.hint}</span>
        ))}
      {choice.isCurrent && <Check aria-hidden="true" />}
    </div>
  );
}

function nextPlace(key: string, { at, count }: { at: number; count: number }): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return count === 0 ? 0 : (at + 1) % count;
    case 'ArrowUp':
      return count === 0 ? 0 : (at - 1 + count) % count;
    default:
      return undefined;
  }
}

interface Group {
  readonly title: string;
  /** Place of its first line among all. */
  readonly from: number;
  readonly members: Choice[];
}

function toGroups(choices: readonly Choice[]): readonly Group[] {
  const groups: Group[] = [];
  for (const [place, choice] of choices.entries()) {
    const last = groups.at(-1);
    if (last?.title === choice.group) {
      last.members.push(choice);
    } else {
      groups.push({ title: choice.group, from: place, members: [choice] });
    }
  }
  return groups;
}

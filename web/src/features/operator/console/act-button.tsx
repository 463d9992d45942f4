import { accountActRights, mayOperate, subscriptionActRights } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { useOperatorRole } from '../use-operator-role.ts';
import type { ActName } from './use-acting.ts';

/** Acts that decide who gets into an account, or end something. */
const dangerous: readonly ActName[] = [
  'disable',
  'remove-factors',
  'change-address',
  'delete',
  'verify',
  'send-reset',
  'end-now',
  'end-with-period',
  'transfer',
];

export const isDangerous = (act: ActName) => dangerous.includes(act);

const rights = { ...accountActRights, ...subscriptionActRights };

export const isAct = (text: string): text is ActName => Object.hasOwn(rights, text);

/** Whether the operator's role may do it. */
function useMayAct(): (act: ActName) => boolean {
  const role = useOperatorRole();
  return (act) => mayOperate(role, rights[act]);
}

/** Names in the sentences of an act. */
export interface ActValues {
  readonly name: string;
  readonly email?: string;
  readonly date?: string;
  readonly number?: string;
  /** Price that a project moves to. */
  readonly price?: string;
  /** Act that is decided about. */
  readonly detail?: string;
}

interface ActButtonProps {
  readonly act: ActName;
  /** Tells it from others of the same name. */
  readonly label?: string;
  readonly onAsk: () => void;
}

/** Opens the dialog of an act; there only for roles that may do it. */
export function ActButton({ act, label, onAsk }: ActButtonProps) {
  const { t } = useTranslation();
  const mayAct = useMayAct();
  return mayAct(act) ? (
    <Button
      size="small"
      variant={isDangerous(act) ? 'danger' : 'secondary'}
      aria-label={label}
      onClick={onAsk}
    >
      {t(`console.act.${act}.button`)}
    </Button>
  ) : null;
}

/** Acts whose effect has a sentence on the page. */
export type ExplainedAct =
  | 'verify'
  | 'send-reset'
  | 'remove-factors'
  | 'change-address'
  | 'delete'
  | 'disable'
  | 'enable'
  | 'end-now'
  | 'end-with-period'
  | 'resume'
  | 'extend-trial'
  | 'give-free-time'
  | 'end-free-time'
  | 'give-free-plan'
  | 'move-price';

interface ActCardProps<Act extends ExplainedAct> {
  readonly id: string;
  readonly title: string;
  readonly acts: readonly Act[];
  readonly values: ActValues;
  /** Why none of them is possible, in place of them. */
  readonly stop?: string | undefined;
  readonly onAsk: (act: Act) => void;
}

/** Acts that are hard to take back, last on the page; left out if the role may do none. */
export function ActCard<Act extends ExplainedAct>({
  id,
  title,
  acts,
  values,
  stop,
  onAsk,
}: ActCardProps<Act>) {
  const { t } = useTranslation();
  const possible = acts.filter(useMayAct());
  const toText = (act: ExplainedAct) =>
    t(`console.act.${act}.about`, { email: '', date: '', price: '', ...values });
  if (possible.length === 0) {
    return null;
  }
  return (
    <section
      aria-labelledby={id}
      className="rounded-card border border-line bg-surface shadow-lift"
    >
      <div className={classNames('grid gap-0.5 px-5 py-4', !stop && 'border-b border-line')}>
        <h2 id={id} className="text-card font-card">
          {title}
        </h2>
        {stop && <p className="text-small text-ink-2">{stop}</p>}
      </div>
      {!stop && (
        <ul aria-labelledby={id} className="divide-y divide-line">
          {possible.map((act) => (
            <li
              key={act}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 px-5 py-3.5"
            >
              <p className="min-w-0 flex-[1_1_260px] text-label wrap-anywhere text-ink-2">
                {toText(act)}
              </p>
              <ActButton act={act} onAsk={() => onAsk(act)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

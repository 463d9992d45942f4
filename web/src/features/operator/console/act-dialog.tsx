import {
  findEmail,
  isChargeable,
  type Money,
  minorDigits,
  mostFreeMonths,
  mostTrialDays,
  shownDigits,
  toMinorUnits,
} from '@hearth/contract';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../shared/form/use-form.ts';
import { formatMoney } from '../../../shared/i18n/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { type ActValues, isDangerous } from './act-button.tsx';
import type { ActName, Given } from './use-acting.ts';
import { isReason, longestReason } from './use-reason.ts';

/** A member as the dialog names them. */
interface Member {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
}

/** An option of a list. */
interface Choice {
  readonly id: string;
  readonly title: string;
}

interface ActDialogProps {
  readonly act: ActName;
  readonly values: ActValues;
  /** Reason of the look. */
  readonly reason: string;
  /** Sum that can still be refunded. */
  readonly left?: Money | undefined;
  /** Members who can become the owner. */
  readonly members?: readonly Member[] | undefined;
  /** Plans that can be given. */
  readonly plans?: readonly Choice[] | undefined;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly onConfirm: (given: Given) => Promise<void>;
  readonly onClose: () => void;
}

/** Says what an act will do, and asks why. */
export function ActDialog(props: ActDialogProps) {
  const { act, left, members, plans, busy, problem, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const values = { email: '', date: '', number: '', price: '', detail: '', ...props.values };
  const isNote = act === 'note';
  const time = times[act];
  const isAboutAddress = act === 'change-address';
  const given = {
    newEmail: '',
    memberId: '',
    planId: '',
    typed: '',
    amount: left ? toAmountText(left) : '',
    count: time ? String(time.usual) : '',
    reason: isNote ? '' : props.reason,
  };
  const toType = act === 'delete' ? values.email : undefined;
  const check = useCheck({ left, time, members, plans, isAboutAddress, toType });
  const { field, submitTo } = useForm(given, check);

  return (
    <Dialog
      title={t(`console.act.${act}.title`, values)}
      description={t(`console.act.${act}.text`, values)}
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={submitTo((entries) =>
          onConfirm(toGiven(entries, { left, time, members, plans, isAboutAddress })),
        )}
      >
        {problem && <Notice tone="bad">{problem}</Notice>}
        {left && (
          <TextField
            {...field('amount')}
            label={t('console.refund.amount', { currency: left.currency.toUpperCase() })}
            hint={t('console.refund.left', { amount: formatMoney(left.amount, left.currency) })}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
        <ChoiceField
          choices={plans}
          label={t('console.givenPlan')}
          none={t('console.givenPlanNone')}
          {...field('planId')}
        />
        {time && (
          <TextField
            {...field('count')}
            label={t(`console.${time.unit}`)}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        <ChoiceField
          choices={members?.map(({ uid: id, email, name }) => ({
            id,
            title: name ? `${name} (${email})` : email,
          }))}
          label={t('console.newOwner')}
          none={t('console.newOwnerNone')}
          {...field('memberId')}
        />
        {isAboutAddress && (
          <TextField
            {...field('newEmail')}
            label={t('console.newEmail')}
            type="email"
            autoComplete="off"
          />
        )}
        {toType !== undefined && (
          <TextField
            {...field('typed')}
            label={t('console.typed.label', { email: toType })}
            autoComplete="off"
          />
        )}
        <TextArea
          {...field('reason')}
          label={t(isNote ? 'console.note' : 'console.actReason')}
          rows={isNote ? 4 : 2}
          maxLength={longestReason}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button type="submit" variant={isDangerous(act) ? 'danger' : 'primary'} busy={busy}>
            {t(`console.act.${act}.button`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ChoiceFieldProps extends ComponentProps<typeof SelectField> {
  /** Undefined if the act is about something else. */
  readonly choices: readonly Choice[] | undefined;
  /** In place of a choice. */
  readonly none: string;
}

function ChoiceField({ choices, none, ...field }: ChoiceFieldProps) {
  return choices ? (
    <SelectField {...field}>
      <option value="">{none}</option>
      {choices.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  ) : null;
}

interface Entries {
  readonly typed: string;
  readonly memberId: string;
  readonly planId: string;
  readonly newEmail: string;
  readonly reason: string;
  readonly amount: string;
  readonly count: string;
}

/** The entries that the act is about. */
function toGiven(
  { reason, amount, count, memberId, planId, newEmail }: Entries,
  { left, time, members, plans, isAboutAddress }: Omit<ActCheck, 'toType'>,
): Given {
  return {
    reason: reason.trim(),
    ...(left && { amount: toAmount(amount, left.currency) ?? left.amount }),
    ...(time && { [time.unit]: Number(count) }),
    ...(members && { memberId }),
    ...(plans && { planId }),
    ...(isAboutAddress && { email: newEmail.trim() }),
  };
}

interface Time {
  readonly unit: 'days' | 'months';
  readonly usual: number;
  readonly most: number;
}

/** Acts that are about so many days or months. */
const times: Readonly<Partial<Record<ActName, Time>>> = {
  'extend-trial': { unit: 'days', usual: 7, most: mostTrialDays },
  'give-free-time': { unit: 'months', usual: 3, most: mostFreeMonths },
  'give-free-plan': { unit: 'months', usual: 12, most: mostFreeMonths },
};

const isCount = (text: string, { most }: Time) =>
  /^[1-9]\d{0,2}$/.test(text.trim()) && Number(text) <= most;

interface ActCheck {
  readonly left: Money | undefined;
  readonly time: Time | undefined;
  readonly members: readonly Member[] | undefined;
  readonly plans: readonly Choice[] | undefined;
  readonly isAboutAddress: boolean;
  /** Address without which nothing is sent. */
  readonly toType: string | undefined;
}

function useCheck({ left, time, members, plans, isAboutAddress, toType }: ActCheck) {
  const { t } = useTranslation();

  function wrongAmount(text: string): string | undefined {
    if (!left) {
      return undefined;
    }
    const amount = toAmount(text, left.currency);
    if (amount === undefined) {
      return t('console.refund.wrong', { example: toAmountText(left) });
    }
    return amount > left.amount
      ? t('console.refund.tooMuch', { amount: formatMoney(left.amount, left.currency) })
      : undefined;
  }

  return ({ reason, amount, count, memberId, planId, newEmail, typed }: Entries) => ({
    amount: wrongAmount(amount),
    memberId: members && memberId === '' && t('console.newOwnerWrong'),
    planId: plans && planId === '' && t('console.givenPlanNone'),
    newEmail: isAboutAddress && findEmail(newEmail) === undefined && t('console.newEmailWrong'),
    typed:
      toType !== undefined && typed.trim().toLowerCase() !== toType && t('console.typed.wrong'),
    count: time && !isCount(count, time) && t(`console.${time.unit}Wrong`),
    reason: !isReason(reason) && t('console.reason.wrong'),
  });
}

/** An amount as it is typed: `12.50`, or `1250` in a currency without smaller units. */
function toAmountText({ amount, currency }: Money): string {
  return (amount / 10 ** minorDigits(currency)).toFixed(shownDigits(amount, currency));
}

/** Minor units of a typed amount; undefined if it is none, or has a digit that the currency has not. */
function toAmount(text: string, currency: string): number | undefined {
  const price = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : 0;
  return price > 0 && isChargeable({ price, currency })
    ? toMinorUnits({ price, currency }).amount
    : undefined;
}

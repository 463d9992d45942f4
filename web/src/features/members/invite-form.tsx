import { findEmail, type getSubscriptionUsers, type OutputOf } from '@hearth/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { typedTexts } from '../../shared/form/typed-texts.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { AddressField, type MarkedAddress } from './address-field.tsx';
import { toAddresses } from './addresses.ts';
import { PermissionChoice, useConfiguredKeys } from './permission-choice.tsx';
import { type Outcome, useSendInvites } from './use-send-invites.ts';
import { useUserName } from './use-user-words.ts';

interface InviteFormProps {
  /** Everybody who is here; undefined while that is read, or if it cannot be. */
  readonly list: OutputOf<typeof getSubscriptionUsers> | undefined;
  /** Addresses that were not sent before. */
  readonly begun: readonly string[];
  /** The field takes the focus when the form appears again. */
  readonly isNext: boolean;
  /** Gets the wrong addresses too, which were not sent. */
  readonly onDone: (outcome: Outcome, wrong: readonly string[]) => void;
}

/** Keeps every address that was entered; only good ones are sent. */
export function InviteForm({ list, begun, isNext, onDone }: InviteFormProps) {
  const { t } = useTranslation();
  const { id, status } = useCurrentSubscription().subscription;
  const configuredKeys = useConfiguredKeys();
  const [permissions, setPermissions] = useState(() => configuredKeys([]));
  const [entered, setEntered] = useEntered(begun);
  const mark = useMarks(list);
  const { busy, send } = useSendInvites();
  const { values, field, focus, fill, submitTo } = useForm({ emails: '' }, ({ emails }) => ({
    emails:
      addressesOf(mark(entered), 'good').length === 0 &&
      toAddresses(emails).length === 0 &&
      t('invites.emailMissing'),
  }));
  // The one that is being typed is sent too.
  const good = addressesOf(mark(withText(entered, values.emails)), 'good');
  const { used, limit } = list?.seats ?? { used: 0, limit: null };
  const free = limit === null ? undefined : Math.max(limit - used, 0);
  const fits = (addresses: readonly string[]) => free === undefined || addresses.length <= free;
  const isTooMany = !fits(good);
  const isCanceled = status === 'canceled';

  useEffect(() => {
    if (isNext) {
      focus('emails');
    }
  }, [isNext, focus]);

  function handleAdd(text: string) {
    setEntered((before) => withText(before, text));
    fill({ emails: '' });
  }

  function handleRemove(address: string) {
    setEntered((before) => before.filter((one) => one !== address));
    focus('emails');
  }

  /** Takes the field's text too: it is handed over as the field loses the focus, and not every press takes that away. */
  async function handleSubmit(text: string) {
    const all = mark(withText(entered, text));
    const addresses = addressesOf(all, 'good');
    if (text.trim() !== '') {
      handleAdd(text);
    }
    if (addresses.length > 0 && fits(addresses)) {
      const wrong = addressesOf(all, 'wrong');
      await send({ emails: addresses, permissions }, (outcome) => onDone(outcome, wrong));
    }
  }

  return (
    <form
      noValidate
      onSubmit={submitTo(({ emails }) => handleSubmit(emails))}
      className="grid max-w-[560px] grid-cols-1 gap-5"
    >
      {isCanceled && <Notice tone="warn">{t('invites.canceledHint')}</Notice>}
      <AddressField
        field={field('emails')}
        addresses={mark(entered)}
        onAdd={handleAdd}
        onRemove={handleRemove}
      />
      <PermissionChoice
        legend={t('invites.permissions')}
        value={permissions}
        onChange={setPermissions}
      />
      {isTooMany && <Notice tone="warn">{t('invites.tooMany', { count: free })}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={busy} off={isCanceled || isTooMany}>
          {t('invites.submit', { count: Math.max(good.length, 1) })}
        </Button>
        <ButtonLink to={paths.subscriptionUsers(id)}>{t('invites.back')}</ButtonLink>
        {free !== undefined && good.length > 0 && !isTooMany && (
          <p className="text-small text-ink-2 tabular-nums">
            {t('invites.usesSeats', { used: good.length, free })}
          </p>
        )}
      </div>
    </form>
  );
}

const withText = (addresses: readonly string[], text: string) =>
  toAddresses([...addresses, ...toAddresses(text)].join('\n'));

function addressesOf(marked: readonly MarkedAddress[], wanted: MarkedAddress['mark']): string[] {
  return marked.filter(({ mark }) => mark === wanted).map(({ address }) => address);
}

/** Addresses as lines; they are kept and asked for like the texts of a form. */
function useEntered(begun: readonly string[]) {
  const [entered, setEntered] = useState<readonly string[]>(() => {
    const { addresses } = typedTexts.take(['addresses']);
    return addresses === undefined ? begun : toAddresses(addresses);
  });
  const latest = useRef(entered);

  useEffect(() => {
    latest.current = entered;
  }, [entered]);

  useEffect(
    () =>
      typedTexts.register({
        names: ['addresses'],
        unsaved: () =>
          latest.current.length > 0 ? { addresses: latest.current.join(', ') } : ({} as const),
        // Only their answer empties them: it takes the form off the page.
        markUnsent: () => undefined,
      }),
    [],
  );

  return [entered, setEntered] as const;
}

/** Marks addresses as good, already here or wrong. */
function useMarks(list: InviteFormProps['list']) {
  const { t } = useTranslation();
  const userName = useUserName();
  const here = new Map(list?.users.map((user) => [user.email, user]));

  return (addresses: readonly string[]): readonly MarkedAddress[] =>
    addresses.map((address) => {
      const email = findEmail(address);
      const user = here.get(email ?? address.toLowerCase());
      if (user?.status === 'active') {
        return { address, mark: 'here', why: t('invites.isMember', { name: userName(user) }) };
      }
      if (user) {
        return { address, mark: 'here', why: t('invites.isInvited', { name: address }) };
      }
      return email === undefined
        ? { address, mark: 'wrong', why: t('invites.isWrong', { address }) }
        : { address, mark: 'good' };
    });
}

import type {
  AccountAct,
  actOnAccount,
  OutputOf,
  PastAct,
  SubscriptionAct,
} from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../shared/api/use-change.ts';
import { isRefused } from '../../../shared/api-error.ts';
import { toText } from '../../../shared/i18n/index.ts';
import { useRecentSignIn } from '../../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { notify } from '../../../shared/ui/toasts.ts';

export type ActName = AccountAct | SubscriptionAct;

interface ChosenAct {
  readonly act: ActName;
}

/** Entries of the operator in the dialog. */
export interface Given {
  readonly reason: string;
  /** Minor units, if the act is about money. */
  readonly amount?: number;
  /** How many, if the act is about days or months. */
  readonly days?: number;
  readonly months?: number;
  /** The plan, if the act gives one. */
  readonly planId?: string;
  /** uid of the new owner, if the act is about one. */
  readonly memberId?: string;
  /** New address, if the act is about one. */
  readonly email?: string;
}

interface ActingOptions<About extends ChosenAct> {
  /** Number of the newest act on the page. */
  readonly seen: number;
  readonly send: (
    about: About,
    given: Given & { readonly seen: number },
  ) => Promise<OutputOf<typeof actOnAccount>>;
  readonly refresh: () => Promise<unknown>;
}

/** Does what an operator has chosen, once they have confirmed it with a reason. */
export function useActing<About extends ChosenAct>({ seen, send, refresh }: ActingOptions<About>) {
  const { t } = useTranslation();
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const [asked, setAsked] = useState<About & { readonly seen: number }>();
  const { busy, error, run, forgetError } = useChange({
    async refresh(failure) {
      await refresh();
      // The page below has to be seen before anything else is done.
      if (isRefused(failure, 'operator/acted-meanwhile')) {
        setAsked(undefined);
      }
    },
  });

  /** Keeps what the operator has seen by now: sent again after a lost answer, the act is not done twice. */
  function ask(about: About | undefined) {
    forgetError();
    setAsked(about && { ...about, seen });
  }

  const confirm = (given: Given) =>
    run(async () => {
      if (!asked) {
        return;
      }
      const { state } = await withRecentSignIn(() => send(asked, { ...given, seen: asked.seen }));
      // The next act has to know of this one.
      await refresh();
      setAsked(undefined);
      tell(asked.act, state);
    });

  function tell(act: ActName, state: PastAct['state']) {
    if (state === 'done') {
      notify.success(t(`console.act.${act}.done`));
    } else if (state === 'refused') {
      notify.failure(t('console.providerRefused'));
    } else {
      const text = state === 'waiting' ? 'waitingText' : 'underWayText';
      notify.warning(t(`console.history.${text}`));
    }
  }

  const problem = error === undefined ? undefined : toText(error, t);
  return { asked, busy, problem, ask, confirm, dialog };
}

import { getUser, sendOobCode, updateUser } from '@hearth/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { takeEarlyDocuments } from '../shared/api/early-fetch.ts';
import { type Api, ApiProvider, useApi } from '../shared/api/index.ts';
import { watchDenials } from '../shared/api/watch-denials.ts';
import { isPassing } from '../shared/api-error.ts';
import {
  invitesKey,
  subscriptionKey,
  subscriptionsKey,
} from '../shared/current-subscription/index.ts';
import { typedTexts } from '../shared/form/typed-texts.ts';
import { formatCount } from '../shared/i18n/format.ts';
import {
  changeLanguage,
  firstSupported,
  languageChoice,
  useLanguage,
} from '../shared/i18n/index.ts';
import { useChosenPlan } from '../shared/plans/chosen-plan.ts';
import { useAccount, useSession } from '../shared/session/index.ts';
import { showTheme } from '../shared/theme/theme.ts';
import { notify } from '../shared/ui/toasts.ts';
import { useVerifiedElsewhere } from '../shared/verification/use-verified-elsewhere.ts';

const mostRetries = 2;
const freshMs = 10_000;

/** The data layer of one person: another account gets another cache, and nothing is left behind. */
export function SignedInProviders() {
  return <PersonalCache key={useAccount().uid} />;
}

function PersonalCache() {
  useEntryChores();
  useVerifiedElsewhere();
  const account = useAccount();
  // Before the forms below look for what was typed.
  useState(() => typedTexts.forgetUnlessOf(account.uid));
  // For `{{count, number}}`: with the browser's own format the first screen would wait some 30 ms for it.
  const { i18n } = useTranslation();
  useState(() => i18n.services.formatter?.add('number', formatCount));
  const [queries] = useState(() => createQueries(account.uid));
  useEffect(() => () => queries.clear(), [queries]);
  const seen = useRef(account);
  // Shows immediately what a mailed link or another tab has changed about the person.
  useEffect(() => {
    if (account !== seen.current) {
      seen.current = account;
      void queries.invalidateQueries({ queryKey: ['account', account.uid] });
    }
  }, [queries, account]);

  return (
    <QueryClientProvider client={queries}>
      <ApiProvider api={useWatchedApi(queries)}>
        <Outlet />
      </ApiProvider>
    </QueryClientProvider>
  );
}

/** After any denial the subscription is read again: sidebar and guards follow what it says. */
function useWatchedApi(queries: QueryClient): Api {
  const api = useApi();
  const { uid } = useAccount();
  return useMemo(
    () =>
      watchDenials(api, (subscriptionId) => {
        void queries.invalidateQueries({ queryKey: subscriptionKey(uid, subscriptionId) });
        void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
      }),
    [api, queries, uid],
  );
}

function createQueries(uid: string): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: (failures, error) => failures < mostRetries && isPassing(error),
      },
    },
  });
  for (const [address, document] of takeEarlyDocuments()) {
    queries.setQueryData(keyOf(address, uid), document);
  }
  return queries;
}

/** Under which key the screens look for a document that the page's own script has asked for. */
function keyOf(address: string, uid: string): readonly string[] {
  const [, id] = /subscriptions\/(.+)/.exec(address) ?? [];
  if (id) {
    return subscriptionKey(uid, decodeURIComponent(id));
  }
  return address.endsWith('invites') ? invitesKey(uid) : subscriptionsKey(uid);
}

/** Runs once after a sign-in or a sign-up; nobody waits for it. */
function useEntryChores(): void {
  const { takeEntry } = useSession();
  const sendVerification = useSendVerification();
  const keepAppearance = useKeepAppearance();
  const { emailVerified } = useAccount();

  useEffect(() => {
    const entry = takeEntry();
    // An invite's link has verified the address already.
    if (entry === 'sign-up' && !emailVerified) {
      void sendVerification();
    }
    if (entry) {
      void keepAppearance();
    }
  });
}

function useSendVerification() {
  const { t } = useTranslation();
  const api = useApi();
  const { email } = useAccount();
  const chosen = useChosenPlan();

  return async () => {
    try {
      // The mail may be read in another browser, which knows nothing of the plan, and after the plan was bought.
      const onward = chosen && { continueUrl: `${location.origin}${chosen.path}&first=true` };
      await api.call(sendOobCode, { requestType: 'VERIFY_EMAIL', ...onward });
      notify.success(t('auth.signUp.verificationSent', { email }));
    } catch {
      notify.failure(t('auth.signUp.verificationNotSent'));
    }
  };
}

/**
 * Saves a language that the person chose before the sign-in; otherwise takes language and theme from the account. A
 * guessed language is not saved, since mails would change.
 */
function useKeepAppearance() {
  const api = useApi();
  const { uid } = useAccount();
  const shown = useLanguage();

  return async () => {
    try {
      const user = await api.call(getUser, { uid });
      const language = languageChoice.find() ?? firstSupported([user.language]) ?? shown;
      if (user.language !== language) {
        await api.call(updateUser, { uid, language });
      }
      languageChoice.forget();
      if (language !== shown) {
        await changeLanguage(language);
      }
      if (user.theme) {
        showTheme(user.theme);
      }
    } catch {
      // The next sign-in tries again; until then mails come in the language of before.
    }
  };
}

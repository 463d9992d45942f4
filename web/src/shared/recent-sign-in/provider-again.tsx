import type { SocialProviderName } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toText } from '../i18n/index.ts';
import { useSession } from '../session/index.ts';
import { ProviderButton } from '../social/provider-button.tsx';
import { type SocialOutcome, toApiError } from '../social/social-outcome.ts';
import { useSocialSignIn } from '../social/use-social-sign-in.ts';
import { Notice } from '../ui/notice.tsx';

interface ProviderAgainProps {
  readonly providers: readonly SocialProviderName[];
  readonly onSignedIn: () => void;
}

/** Proves the person again by a linked provider. Another person who comes back from there gets their own page. */
export function ProviderAgain({ providers, onSignedIn }: ProviderAgainProps) {
  const { t } = useTranslation();
  const { reload } = useSession();
  const [problem, setProblem] = useState<string>();
  const { busy, start } = useSocialSignIn((outcome) => void take(outcome));

  async function take(outcome: SocialOutcome | undefined) {
    setProblem(undefined);
    if (outcome?.kind === 'signed-in') {
      await reload().then(onSignedIn, (error: unknown) => setProblem(toText(error, t)));
    } else if (outcome) {
      setProblem(
        outcome.kind === 'failed'
          ? toText(toApiError(outcome), t)
          : t('dialog.signInAgain.otherAccount'),
      );
    }
  }

  return (
    <div className="grid gap-3">
      {problem && <Notice tone="bad">{problem}</Notice>}
      {providers.map((name) => (
        <ProviderButton
          key={name}
          name={name}
          busy={busy === name}
          onClick={() => void start(name)}
        />
      ))}
    </div>
  );
}

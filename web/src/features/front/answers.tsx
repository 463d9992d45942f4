import ChevronDown from 'lucide-react/icons/chevron-down';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { useSession } from '../../shared/session/index.ts';
import { useOfferedPlans } from './offers.ts';

/** Answers to questions before signing up: those that are true of every product here, then the operator's own. */
export function Answers() {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const { front, billing, signUp } = useConfig();
  const { account } = useSession();
  const costs = useOfferedPlans().some(({ free }) => !free);
  const topics = [...(costs ? (['failed'] as const) : []), 'cancel', 'owner', 'data'] as const;
  const answers = [
    ...topics.map((topic) => {
      const isLater = topic === 'cancel' && billing.cancel !== 'now';
      const text = t(`front.answers.${isLater ? 'cancelLater' : topic}Text`);
      return [t(`front.answers.${topic}`), text];
    }),
    ...front.answers.map(({ questionKey, answerKey }) =>
      [questionKey, answerKey].map(configuredText),
    ),
  ];

  return (
    <section aria-labelledby="answers" className="grid gap-4 pb-16">
      <h2 id="answers" className="text-[1.75rem]/[2.25rem] font-title tracking-tight">
        {account || signUp === 'closed' ? t('front.answers.known') : t('front.answers.title')}
      </h2>
      <div className="border-b border-line">
        {answers.map(([question, answer], index) => (
          <details key={question} open={index === 0} className="group border-t border-line">
            <summary className="flex cursor-pointer list-none items-center justify-between gap-3 py-3.5 font-label [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown
                aria-hidden="true"
                className="size-[18px] shrink-0 text-ink-2 transition-transform duration-150 group-open:rotate-180"
              />
            </summary>
            <p className="max-w-[64ch] pb-3.5 text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

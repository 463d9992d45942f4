import { Elements } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/config/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { readMedia } from '../../../shared/read-media.ts';
import { useTheme } from '../../../shared/theme/theme.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { loadStripeFor, toStripeLocale } from '../shared/stripe.ts';
import { FieldsSkeleton } from './fields-skeleton.tsx';

interface CardElementsProps {
  readonly options: StripeElementsOptionsMode;
  readonly children: ReactNode;
}

/** Provides Stripe's own fields to the form inside, in our language and colours. */
export function CardElements({ options, children }: CardElementsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { payments } = useConfig();
  // Fields that are there keep what they were loaded with.
  const [firstLanguage] = useState(language);
  const appearance = useStripeAppearance();
  const [stripe, setStripe] = useState<Stripe | 'failed'>();

  useEffect(() => {
    let isGone = false;
    loadStripeFor(payments, firstLanguage).then(
      (loaded) => !isGone && setStripe(loaded),
      () => !isGone && setStripe('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [payments, firstLanguage]);

  if (stripe === 'failed') {
    return <Notice tone="bad">{t('payment.fieldsNotThere')}</Notice>;
  }
  if (!stripe) {
    return <FieldsSkeleton />;
  }
  return (
    <Elements
      stripe={stripe}
      options={{
        ...options,
        allowedPaymentMethodTypes: ['card'],
        locale: toStripeLocale(language),
        appearance,
      }}
    >
      {children}
    </Elements>
  );
}

/** An iPhone zooms into fields with smaller text than 16 px. */
const needsBigText = '(width < 40rem), (pointer: coarse)';

/** Follows the theme and the window, as the rest of the page does by its styles. */
function useStripeAppearance(): Appearance {
  const theme = useTheme();
  const [appearance, setAppearance] = useState(stripeAppearance);

  useEffect(() => {
    const follow = () => setAppearance(stripeAppearance());
    // A theme that was chosen is already on the page.
    if (theme) {
      follow();
    }
    const queries = ['(prefers-color-scheme: dark)', needsBigText].map(readMedia);
    for (const query of queries) {
      query.addEventListener('change', follow);
    }
    return () => {
      for (const query of queries) {
        query.removeEventListener('change', follow);
      }
    };
  }, [theme]);

  return appearance;
}

/** Our colours and shapes for what Stripe draws in its own frames. */
function stripeAppearance(): Appearance {
  const probe = document.createElement('span');
  // With less motion every element has a short transition, in which it still has its first color.
  probe.style.transition = 'none';
  document.body.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const variables = {
    colorPrimary: colour('accent'),
    colorBackground: colour('surface'),
    colorText: colour('ink'),
    colorTextSecondary: colour('ink-2'),
    colorTextPlaceholder: colour('ink-3'),
    colorDanger: colour('bad'),
    borderRadius: '8px',
    fontFamily: 'system-ui, sans-serif',
    fontSizeBase: readMedia(needsBigText).matches ? '16px' : '15px',
  };
  const rules = { '.Input': { borderColor: colour('line-strong') } };
  probe.remove();
  return { theme: 'stripe', variables, rules };
}

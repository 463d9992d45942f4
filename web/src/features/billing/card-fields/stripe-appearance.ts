import type { Appearance } from '@stripe/stripe-js';

/** Our colours and shapes for what Stripe draws in its own frames. */
export function stripeAppearance(): Appearance {
  const probe = document.createElement('span');
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
    fontSizeBase: '15px',
  };
  probe.remove();
  return { theme: 'stripe', variables };
}

import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';

const cards = [
  { number: '4242 4242 4242 4242', what: 'works' },
  { number: '4000 0000 0000 0002', what: 'declined' },
  { number: '4000 0000 0000 9995', what: 'noFunds' },
  { number: '4000 0027 6000 3184', what: 'asks' },
] as const;

interface TestCardsProps {
  readonly onFill: (number: string) => void;
}

/** The cards that the sandbox knows, each filled in by one click. */
export function TestCards({ onFill }: TestCardsProps) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-2 rounded-card border border-line bg-sunken px-4 py-3.5">
      <p className="text-label">
        <strong className="font-card">{t('payment.testCards.title')}</strong>{' '}
        <span className="text-ink-2">{t('payment.testCards.text')}</span>
      </p>
      <ul className="grid gap-1">
        {cards.map(({ number, what }) => (
          <li key={number} className="-ml-2.5 flex flex-wrap items-center gap-x-1">
            <Button
              variant="quiet"
              size="small"
              aria-label={t('payment.testCards.fill', {
                number,
                what: t(`payment.testCards.${what}`),
              })}
              onClick={() => onFill(number)}
            >
              <span className="font-mono text-ink">{number}</span>
            </Button>
            <span aria-hidden="true" className="pl-2.5 text-small text-ink-2 max-sm:-mt-2">
              {t(`payment.testCards.${what}`)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

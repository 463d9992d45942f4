import { web } from '@hearth/app/web';
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadPatiently } from '../shared/online/load-patiently.ts';
import { Notice } from '../shared/ui/notice.tsx';

const { overviewCard } = web;
const Card =
  overviewCard && lazy(async () => ({ default: await loadPatiently(overviewCard.load) }));

/** The card of the product on Hearth, if it has one; its faults stay in its place. */
export function OwnCard() {
  return (
    Card && (
      <CardBoundary>
        <Suspense>
          <Card />
        </Suspense>
      </CardBoundary>
    )
  );
}

class CardBoundary extends Component<{ readonly children: ReactNode }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? <Crash /> : this.props.children;
  }
}

function Crash() {
  const { t } = useTranslation();
  return <Notice tone="bad">{t('errors.crash.title')}</Notice>;
}

import { useTranslation } from 'react-i18next';
import { Card, SectionCard } from '../../../shared/ui/card.tsx';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { PublicCard } from '../../../shared/ui/public-card.tsx';
import { RouteBar } from '../../../shared/ui/route-bar.tsx';
import { Group } from './group.tsx';

export function Surfaces() {
  const { t } = useTranslation();
  return (
    <Group name="Card, SectionCard, Facts, Fact, PublicCard, RouteBar">
      <div className="grid gap-4 sm:grid-cols-2">
        {(['plain', 'marked'] as const).map((edge) => (
          <Card key={edge} edge={edge} className="p-5">
            {edge}
          </Card>
        ))}
      </div>
      <SectionCard id="ui-section" title={t('ui.word')} aside={t('ui.word')}>
        <Facts>
          <Fact name={t('ui.word')}>{t('ui.sentence')}</Fact>
          <Fact name={t('ui.word')}>{t('ui.sentence')}</Fact>
        </Facts>
      </SectionCard>
      <div className="grid gap-4 sm:grid-cols-2">
        <PublicCard busy={false}>{t('ui.sentence')}</PublicCard>
        <PublicCard busy>{t('ui.sentence')}</PublicCard>
      </div>
      {/* Contained, since the bar is fixed to the top of what it is painted in. */}
      <div className="relative h-4 [contain:paint]">
        <RouteBar />
      </div>
    </Group>
  );
}

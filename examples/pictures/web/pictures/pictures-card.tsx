import {
  FailureNotice,
  SectionCard,
  TextLink,
  useAccount,
  useApi,
  useCurrentSubscription,
  useQuery,
  useTranslation,
} from '@hearth/web/app';
import { listPictures } from '../../contract/pictures/pictures.ts';

const shown = 6;

/** The latest pictures of the project. */
export function PicturesCard() {
  const { t } = useTranslation();
  const api = useApi();
  const { uid } = useAccount();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const { data, error } = useQuery({
    queryKey: ['app', 'pictures', uid, subscriptionId, 1],
    queryFn: ({ signal }) => api.call(listPictures, { subscriptionId, page: 1 }, { signal }),
  });

  return (
    <SectionCard
      id="latest-pictures"
      title={t('app.pictures.latest')}
      aside={
        <TextLink to={`/subscription/${subscriptionId}/pictures`} className="text-small">
          {t('app.pictures.all')}
        </TextLink>
      }
    >
      <FailureNotice error={error} />
      {data?.total === 0 && <p className="text-ink-2">{t('app.pictures.emptyHint')}</p>}
      <ul className="flex flex-wrap gap-3">
        {data?.pictures.slice(0, shown).map(({ id, address }) => (
          <li key={id}>
            <img src={address} alt="" className="size-16 rounded-control object-cover" />
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

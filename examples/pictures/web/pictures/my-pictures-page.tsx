import {
  EmptyState,
  FailureNotice,
  PageHeader,
  useAccount,
  useApi,
  useQuery,
  useTranslation,
} from '@hearth/web/app';
import { listMyPictures } from '../../contract/pictures/pictures.ts';
import { PictureTable } from './picture-table.tsx';

/** Pictures of the person, wherever they are. */
export function MyPicturesPage() {
  const { t } = useTranslation();
  const api = useApi();
  const { uid } = useAccount();
  const { data, error } = useQuery({
    queryKey: ['app', 'my-pictures', uid],
    queryFn: ({ signal }) => api.call(listMyPictures, {}, { signal }),
  });

  return (
    <>
      <PageHeader title={t('app.pictures.mine')} sub={t('app.pictures.mineSub')} />
      <FailureNotice error={error} />
      {data?.pictures.length === 0 && (
        <EmptyState drawing="hearth" title={t('app.pictures.empty')}>
          {t('app.pictures.emptyHint')}
        </EmptyState>
      )}
      {data && data.pictures.length > 0 && (
        <PictureTable caption={t('app.pictures.mine')} pictures={data.pictures} />
      )}
    </>
  );
}

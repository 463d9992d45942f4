import {
  Button,
  EmptyState,
  FailureNotice,
  FileField,
  keepPreviousData,
  PageHeader,
  Paging,
  SectionCard,
  useAccount,
  useApi,
  useChange,
  useCurrentSubscription,
  useQuery,
  useQueryClient,
  useTranslation,
  useUpload,
} from '@hearth/web/app';
import { type SubmitEvent, useRef, useState } from 'react';
import { listPictures } from '../../contract/pictures/pictures.ts';
import { PictureTable } from './picture-table.tsx';

const pageSize = 12;

/** Pictures of the project; those who may add some have a form above. */
export function PicturesPage() {
  const { t } = useTranslation();
  const { isOwner, holds } = useCurrentSubscription();

  return (
    <>
      <PageHeader title={t('app.pictures.title')} sub={t('app.pictures.sub')} />
      {(isOwner || holds('pictures')) && <NewPicture />}
      <PictureList />
    </>
  );
}

function usePicturesKey() {
  const { uid } = useAccount();
  const { id } = useCurrentSubscription().subscription;
  return ['app', 'pictures', uid, id];
}

function NewPicture() {
  const { t } = useTranslation();
  const upload = useUpload();
  const queries = useQueryClient();
  const queryKey = usePicturesKey();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const change = useChange();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setIsMissing] = useState(false);

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const file = input.current?.files?.[0];
    setIsMissing(!file);
    if (!file) {
      input.current?.focus();
      return;
    }
    const form = event.currentTarget;
    void change.run(async () => {
      await upload(`/api/subscriptions/${subscriptionId}/pictures`, file);
      form.reset();
      await queries.invalidateQueries({ queryKey });
    });
  }

  return (
    <SectionCard id="new-picture" title={t('app.pictures.new')}>
      <form noValidate onSubmit={handleSubmit} className="grid gap-4">
        <FailureNotice error={change.error} />
        <FileField
          ref={input}
          accept="image/png,image/jpeg,image/webp"
          label={t('app.pictures.file')}
          hint={t('app.pictures.hint')}
          error={isMissing ? t('app.pictures.missing') : undefined}
        />
        <div>
          <Button type="submit" variant="primary" busy={change.busy}>
            {t('app.pictures.add')}
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}

function PictureList() {
  const { t } = useTranslation();
  const api = useApi();
  const queryKey = usePicturesKey();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const [page, setPage] = useState(1);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) => api.call(listPictures, { subscriptionId, page }, { signal }),
    placeholderData: keepPreviousData,
  });

  if (!data) {
    return <FailureNotice error={error} />;
  }
  if (data.total === 0) {
    return (
      <EmptyState drawing="hearth" title={t('app.pictures.empty')}>
        {t('app.pictures.emptyHint')}
      </EmptyState>
    );
  }
  return (
    <PictureTable
      caption={t('app.pictures.title')}
      pictures={data.pictures}
      isOld={isPlaceholderData}
      foot={<Paging {...{ page, pageSize, total: data.total }} onPage={setPage} />}
    />
  );
}

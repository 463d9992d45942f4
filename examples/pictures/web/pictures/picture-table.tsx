import { formatDate, Table, useLanguage, useTranslation } from '@hearth/web/app';
import type { ReactNode } from 'react';
import type { Picture } from '../../contract/pictures/pictures.ts';

interface PictureTableProps {
  readonly caption: string;
  readonly pictures: readonly Picture[];
  readonly isOld?: boolean;
  readonly foot?: ReactNode;
}

export function PictureTable({ caption, pictures, isOld = false, foot }: PictureTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dateOf = (picture: Picture) => formatDate(picture.created_at, language);

  return (
    <Table
      caption={caption}
      rows={pictures}
      keyOf={({ id }) => id}
      isOld={isOld}
      foot={foot}
      columns={[
        {
          name: t('app.pictures.picture'),
          cell: (picture) => (
            <img
              src={picture.address}
              alt={t('app.pictures.alt', { date: dateOf(picture) })}
              className="size-16 rounded-control object-cover"
            />
          ),
        },
        { name: t('app.pictures.addedOn'), cell: dateOf },
      ]}
    />
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../shared/app/failure-notice.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Paging } from '../../../shared/ui/paging.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import { Group } from './group.tsx';

const total = 12;
const sizes = [5, 10];

export function Tables() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(5);
  const all = Array.from({ length: total }, (_, place) => place + 1);
  const rows = all.slice((page - 1) * pageSize, page * pageSize);

  function handlePageSize(size: number) {
    setPageSize(size);
    setPage(1);
  }

  return (
    <Group name="Table, Paging, FailureNotice">
      <Table
        caption={t('ui.word')}
        rows={rows}
        keyOf={String}
        columns={[
          { name: t('ui.word'), cell: (row) => `${t('ui.word')} ${row}` },
          { name: t('ui.question'), cell: () => t('ui.sentence') },
          { name: 'atEnd', atEnd: true, cell: (row) => row * 1_000 },
          {
            name: t('ui.action'),
            atEnd: true,
            cell: () => (
              <Button size="small" variant="quiet">
                {t('ui.action')}
              </Button>
            ),
          },
        ]}
        foot={
          <Paging
            {...{ page, pageSize, total, pageSizes: sizes }}
            onPage={setPage}
            onPageSize={handlePageSize}
          />
        }
      />
      <FailureNotice error={new Error('unknown')} />
    </Group>
  );
}

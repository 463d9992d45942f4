import Download from 'lucide-react/icons/download';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useConfig } from '../../shared/config/index.ts';
import { saveFile } from '../../shared/csv.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { CopyTextButton } from '../../shared/ui/copy-button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';

interface RecoveryCodeListProps {
  readonly codes: readonly string[];
  /** Outcome of the change that made them. */
  readonly done: string;
}

/** Shows recovery codes, which nobody can read again later. */
export function RecoveryCodeList({ codes, done }: RecoveryCodeListProps) {
  const { t } = useTranslation();
  const { productName } = useConfig();
  const { email } = useAccount();
  const navigate = useNavigate();
  const list = useRef<HTMLOListElement>(null);
  const heading = t('secondFactor.codes.fileHeading', { email });
  const text = [`${productName}: ${heading}`, '', ...codes, ''].join('\n');

  useEffect(() => list.current?.focus(), []);

  return (
    <>
      <PageHeader title={t('secondFactor.codes.title')} sub={t('secondFactor.codes.sub')} />
      <Card className="grid max-w-[560px] grid-cols-1 gap-5 p-5">
        <Notice tone="good">{done}</Notice>
        <p className="leading-paragraph">{t('secondFactor.codes.keepText')}</p>
        <ol
          ref={list}
          tabIndex={-1}
          translate="no"
          aria-label={t('secondFactor.codes.title')}
          className="grid gap-x-6 gap-y-1.5 rounded-control bg-sunken px-4 py-3 font-mono text-small sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <CopyTextButton text={codes.join('\n')} label={t('secondFactor.codes.copy')} />
          <Button onClick={() => saveFile(`${productName}-recovery-codes.txt`, text, 'plain')}>
            <Download aria-hidden="true" className="size-4" />
            {t('secondFactor.codes.download')}
          </Button>
        </div>
        <Button
          variant="primary"
          className="justify-self-start"
          onClick={() => void navigate(paths.profile)}
        >
          {t('secondFactor.codes.kept')}
        </Button>
      </Card>
    </>
  );
}

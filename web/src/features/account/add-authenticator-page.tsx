import { longestName } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../shared/api-error.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { AccountForm, ChangeNotice } from './account-form.tsx';
import { AuthenticatorKey } from './authenticator-key.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { type AddAuthenticator, useAddAuthenticator } from './use-add-authenticator.ts';
import { VerifyFirst } from './verify-first.tsx';

/** Adds an authenticator app: a key, a code that shows that it arrived, then recovery codes. */
export function AddAuthenticatorPage() {
  const { t } = useTranslation();
  const { emailVerified } = useAccount();
  const adding = useAddAuthenticator(emailVerified);
  const { enrollment, codes, beginning } = adding;

  if (codes) {
    return <RecoveryCodeList codes={codes} done={t('secondFactor.add.done')} />;
  }
  if (enrollment) {
    return <EnrollmentForm key={enrollment.sessionInfo} {...adding} enrollment={enrollment} />;
  }
  const isUnverified = !emailVerified || isRefused(beginning.error, 'auth/unverified-email');
  return (
    <>
      <PageHeader title={t('secondFactor.add.title')} sub={t('secondFactor.add.sub')} />
      <Card className="grid max-w-[560px] grid-cols-1 gap-5 p-5">
        {isUnverified && <VerifyFirst>{t('secondFactor.verifyFirst')}</VerifyFirst>}
        {!isUnverified && beginning.error === undefined && <KeySkeleton />}
        {!isUnverified && (
          <ChangeNotice
            change={{ saved: false, error: beginning.error }}
            failed={t('secondFactor.add.failed')}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {!isUnverified && beginning.error !== undefined && (
            <Button variant="primary" busy={beginning.busy} onClick={() => void adding.begin()}>
              {t('secondFactor.add.again')}
            </Button>
          )}
          <ButtonLink variant="quiet" to={paths.profile}>
            {t('account.back')}
          </ButtonLink>
        </div>
      </Card>
      {adding.dialog}
    </>
  );
}

interface EnrollmentFormProps extends AddAuthenticator {
  readonly enrollment: NonNullable<AddAuthenticator['enrollment']>;
}

function EnrollmentForm({ enrollment, adding, beginning, begin, add }: EnrollmentFormProps) {
  const { t } = useTranslation();
  const form = useForm({ deviceName: '', typedCode: '' }, ({ typedCode }) => ({
    typedCode: typedCode.trim() === '' && t('auth.secondFactor.app.missing'),
  }));
  const isOver =
    isRefused(adding.error, 'auth/enrollment-expired') ||
    isRefused(adding.error, 'auth/invalid-session-info');

  return (
    <AccountForm
      title={t('secondFactor.add.title')}
      sub={t('secondFactor.add.sub')}
      submit={t('secondFactor.add.submit')}
      busy={adding.busy}
      off={isOver}
      onSubmit={form.submitTo(add)}
    >
      <ChangeNotice
        change={{ saved: false, error: beginning.error ?? adding.error }}
        failed={t('secondFactor.add.failed')}
      />
      {isOver && (
        <Button className="justify-self-start" busy={beginning.busy} onClick={() => void begin()}>
          {t('secondFactor.add.again')}
        </Button>
      )}
      <AuthenticatorKey secret={enrollment.sharedSecretKey} />
      <TextField
        {...form.field('deviceName')}
        label={t('secondFactor.add.name')}
        hint={t('secondFactor.add.nameHint')}
        autoComplete="off"
        maxLength={longestName}
      />
      <TextField
        {...form.field('typedCode')}
        label={t('auth.secondFactor.app.label')}
        hint={t('auth.secondFactor.app.hint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        required
      />
    </AccountForm>
  );
}

function KeySkeleton() {
  return (
    <SkeletonGroup className="grid gap-4 sm:grid-cols-[auto_1fr]">
      <Skeleton className="size-[192px]" />
      <div className="grid content-start gap-3">
        <Skeleton className="h-6 w-full" />
        <Skeleton className="h-6 w-2/3" />
      </div>
    </SkeletonGroup>
  );
}

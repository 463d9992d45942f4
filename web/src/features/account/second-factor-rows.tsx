import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { formatDate, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { areFewCodes } from '../../shared/second-factor/few-codes.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Fact } from '../../shared/ui/facts.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { MethodTimes } from './method-times.tsx';
import { ProfileRow } from './profile-row.tsx';
import {
  type Factor,
  type RemoveFactor,
  useFactorName,
  useRemoveFactor,
} from './use-remove-factor.ts';
import type { SignInMethods } from './use-sign-in-methods.ts';

/** Authenticator apps and recovery codes; nothing if two-step verification is neither used nor offered. */
export function SecondFactorRows({ methods }: { readonly methods: SignInMethods }) {
  const removing = useRemoveFactor();
  const { second_factors: factors, second_factor_offered: isOffered } = methods;
  if (factors.length === 0 && !isOffered) {
    return null;
  }
  return (
    <>
      <FactorsRow methods={methods} removing={removing} />
      {factors.length > 0 && <RecoveryCodesRow left={methods.recovery_codes_left} />}
      <RemoveDialog removing={removing} isLast={factors.length === 1} />
      {removing.dialog}
    </>
  );
}

/** As high as the row of an account without an app. */
export function FactorsSkeleton() {
  const { t } = useTranslation();
  return (
    <Fact name={t('auth.secondFactor.title')}>
      <SkeletonGroup className="grid gap-3">
        <Skeleton className="h-[23px] w-2/3" />
        <Skeleton className="h-[38px] w-44" />
      </SkeletonGroup>
    </Fact>
  );
}

interface FactorsRowProps {
  readonly methods: SignInMethods;
  readonly removing: RemoveFactor;
}

function FactorsRow({ methods, removing }: FactorsRowProps) {
  const { t } = useTranslation();
  const { emailVerified } = useAccount();
  const { second_factors: factors, second_factor_offered: isOffered } = methods;

  return (
    <Fact name={t('auth.secondFactor.title')}>
      <div className="grid gap-3">
        {factors.length === 0 && <p className="text-ink-2">{t('secondFactor.off')}</p>}
        {factors.length > 0 && (
          <ul className="grid gap-3">
            {factors.map((factor) => (
              <FactorItem key={factor.id} factor={factor} onRemove={() => removing.ask(factor)} />
            ))}
          </ul>
        )}
        {isOffered && !emailVerified && (
          <p className="text-small leading-paragraph text-ink-2">{t('secondFactor.verifyFirst')}</p>
        )}
        {isOffered && (
          <ButtonLink to={paths.addAuthenticator} size="small" className="justify-self-start">
            {t(factors.length === 0 ? 'secondFactor.addFirst' : 'secondFactor.addOther')}
          </ButtonLink>
        )}
      </div>
    </Fact>
  );
}

interface FactorItemProps {
  readonly factor: Factor;
  readonly onRemove: () => void;
}

function FactorItem({ factor, onRemove }: FactorItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = useFactorName()(factor);
  const { enrolled_at: enrolledAt, last_used_at: lastUsedAt } = factor;
  const lastUse = lastUsedAt
    ? t('secondFactor.lastUsed', { time: formatDateTime(lastUsedAt, language) })
    : t('secondFactor.notUsed');

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <bdi className="wrap-anywhere">{factor.display_name || t('auth.secondFactor.which')}</bdi>
        <MethodTimes
          isPending={false}
          times={[t('secondFactor.addedOn', { date: formatDate(enrolledAt, language) }), lastUse]}
        />
      </div>
      <Button
        variant="quiet"
        size="small"
        aria-label={t('secondFactor.remove.named', { name })}
        onClick={onRemove}
        className="-my-2 -mr-2.5 ml-auto"
      >
        {t('secondFactor.remove.submit')}
      </Button>
    </li>
  );
}

function RecoveryCodesRow({ left }: { readonly left: number }) {
  const { t } = useTranslation();
  const isFew = areFewCodes(left);
  const count = t('secondFactor.codes.left', { count: left });
  return (
    <ProfileRow
      name={t('secondFactor.codes.name')}
      to={paths.recoveryCodes}
      link={t('secondFactor.codes.renew')}
    >
      {isFew ? <Badge tone="warn">{count}</Badge> : count}
      {isFew && (
        <span className="mt-1 block text-small leading-paragraph text-ink-2">
          {t('secondFactor.codes.few')}
        </span>
      )}
    </ProfileRow>
  );
}

interface RemoveDialogProps {
  readonly removing: RemoveFactor;
  readonly isLast: boolean;
}

function RemoveDialog({ removing, isLast }: RemoveDialogProps) {
  const { t } = useTranslation();
  const { email } = useAccount();
  const nameOf = useFactorName();
  const { target, busy, problem, ask, confirm } = removing;
  if (!target) {
    return null;
  }
  return (
    <ConfirmDialog
      title={t('secondFactor.remove.title', { name: nameOf(target) })}
      confirm={t('secondFactor.remove.submit')}
      busy={busy}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={() => ask(undefined)}
    >
      {t(isLast ? 'secondFactor.remove.lastText' : 'secondFactor.remove.text', { email })}
    </ConfirmDialog>
  );
}

import { finalizeMfaSignIn, type OutputOf } from '@hearth/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../api/use-change.ts';
import { isRefused } from '../api-error.ts';
import { useForm } from '../form/use-form.ts';
import { formatDate, toText, useLanguage } from '../i18n/index.ts';
import type { OpenSession, WaitingSignIn } from '../session/index.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { areFewCodes } from './few-codes.ts';

interface SecondFactorFormProps {
  readonly waiting: WaitingSignIn;
  readonly open: OpenSession;
  /** Had the focus before, and gets it back. */
  readonly opener: Element | null;
  readonly onShown: (opened: Opened) => void;
  readonly onBack: () => void;
  /** The first factor has to be shown again. */
  readonly onOver: (error: unknown) => void;
}

type Opened = OutputOf<typeof finalizeMfaSignIn>;
type Kind = 'app' | 'recovery';

/** Takes a code of an authenticator app, or a recovery code. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const { waiting, opener, onBack } = props;
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('app');
  const [factorId, setFactorId] = useState(waiting.mfaInfo[0]?.mfaEnrollmentId);
  const { opened, busy, error, show, forgetError } = useShowCode(props);
  useReturnFocus(opener);

  if (opened) {
    return <FewCodes count={opened.recoveryCodesLeft ?? 0} onGoOn={() => props.onShown(opened)} />;
  }
  const other = kind === 'app' ? 'recovery' : 'app';
  return (
    <div className="grid grid-cols-1 gap-5">
      {error !== undefined && <CodeProblem error={error} kind={kind} />}
      {kind === 'app' && waiting.mfaInfo.length > 1 && (
        <FactorField factors={waiting.mfaInfo} chosen={factorId} onChoose={setFactorId} />
      )}
      <CodeForm
        key={kind}
        kind={kind}
        busy={busy}
        error={error}
        onCode={(code) => show(code, kind === 'app' ? factorId : undefined)}
      />
      <div className="-mt-3 grid gap-1">
        <Button
          variant="quiet"
          size="wide"
          onClick={() => {
            forgetError();
            setKind(other);
          }}
        >
          {t(`auth.secondFactor.${other}.switch`)}
        </Button>
        <Button variant="quiet" size="wide" onClick={onBack}>
          {t('auth.secondFactor.back')}
        </Button>
      </div>
    </div>
  );
}

/** Shows codes until one opens a session, or none can any more. Few recovery codes left are a reason to stop here. */
function useShowCode({ waiting, open, onShown, onOver }: SecondFactorFormProps) {
  const { busy, error, run, forgetError } = useChange();
  const [opened, setOpened] = useState<Opened>();
  const over = isOver(error) ? error : undefined;

  useEffect(() => {
    if (over !== undefined) {
      onOver(over);
    }
  }, [over, onOver]);

  const show = (code: string, factorId: string | undefined) =>
    run(async () => {
      const answer = await open(finalizeMfaSignIn, {
        mfaPendingCredential: waiting.mfaPendingCredential,
        ...(factorId !== undefined && { mfaEnrollmentId: factorId }),
        totpVerificationInfo: { verificationCode: code },
      });
      const { recoveryCodesLeft: left } = answer;
      if (left !== undefined && areFewCodes(left)) {
        setOpened(answer);
        return undefined;
      }
      onShown(answer);
      return 'leaving';
    });

  return { opened, busy, error: over === undefined ? error : undefined, show, forgetError };
}

/** Gives the focus back when the form is gone, to a person who turned back. */
function useReturnFocus(opener: Element | null): void {
  useEffect(() => {
    return () => {
      if (opener instanceof HTMLElement) {
        opener.focus();
      }
    };
  }, [opener]);
}

/** Whether no further code helps: too many were wrong, it took too long, or the app was removed meanwhile. */
function isOver(error: unknown): boolean {
  return (
    isRefused(error, 'auth/invalid-mfa-pending-credential') ||
    isRefused(error, 'auth/mfa-enrollment-not-found') ||
    isRefused(error, 'auth/user-disabled')
  );
}

function CodeProblem({ error, kind }: { readonly error: unknown; readonly kind: Kind }) {
  const { t } = useTranslation();
  const isWrong = isRefused(error, 'auth/invalid-verification-code');
  return (
    <Notice tone="bad">{isWrong ? t(`auth.secondFactor.${kind}.wrong`) : toText(error, t)}</Notice>
  );
}

interface FactorFieldProps {
  readonly factors: WaitingSignIn['mfaInfo'];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Several apps: the person names the one whose code is typed. */
function FactorField({ factors, chosen, onChoose }: FactorFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-label font-label">{t('auth.secondFactor.which')}</legend>
      {factors.map(({ mfaEnrollmentId: id, displayName, enrolledAt }) => (
        <label key={id} className="flex min-h-[38px] items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={id === chosen}
            onChange={() => onChoose(id)}
            className="size-[18px] shrink-0 accent-accent"
          />
          <bdi className="min-w-0 wrap-anywhere">
            {displayName ||
              t('auth.secondFactor.unnamed', { date: formatDate(enrolledAt, language) })}
          </bdi>
        </label>
      ))}
    </fieldset>
  );
}

interface CodeFormProps {
  readonly kind: Kind;
  readonly busy: boolean;
  /** Why the last code was not taken. */
  readonly error: unknown;
  readonly onCode: (code: string) => Promise<void>;
}

/** Sends with Enter or the button only: a form that sends itself would use up a try for a mistyped last digit. */
function CodeForm({ kind, busy, error, onCode }: CodeFormProps) {
  const { t } = useTranslation();
  const { field, focus, submitTo } = useForm({ typedCode: '' }, ({ typedCode }) => ({
    typedCode: typedCode.trim() === '' && t(`auth.secondFactor.${kind}.missing`),
  }));
  const shape =
    kind === 'app'
      ? ({ autoComplete: 'one-time-code', inputMode: 'numeric' } as const)
      : ({ autoComplete: 'off', autoCapitalize: 'characters' } as const);

  useEffect(() => {
    focus('typedCode');
    const { activeElement: input } = document;
    if (error !== undefined && input instanceof HTMLInputElement) {
      // The next code replaces the one that was not taken.
      input.select();
    }
  }, [focus, error]);

  return (
    <form
      noValidate
      onSubmit={submitTo(({ typedCode }) => onCode(typedCode))}
      className="grid grid-cols-1 gap-5"
    >
      <TextField
        {...field('typedCode')}
        {...shape}
        label={t(`auth.secondFactor.${kind}.label`)}
        hint={t(`auth.secondFactor.${kind}.hint`)}
        spellCheck={false}
        required
      />
      <Button type="submit" variant="primary" size="wide" busy={busy}>
        {t('auth.secondFactor.submit')}
      </Button>
    </form>
  );
}

/** The sign-in is done: says that recovery codes run out, before going on. */
function FewCodes({ count, onGoOn }: { readonly count: number; readonly onGoOn: () => void }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [left, setLeft] = useState(false);

  useEffect(() => button.current?.focus(), []);

  return (
    <div className="grid grid-cols-1 gap-5">
      <Notice tone="warn" title={t('auth.secondFactor.codesLeft', { count })}>
        {t('auth.secondFactor.renewCodes')}
      </Notice>
      <Button
        ref={button}
        variant="primary"
        size="wide"
        busy={left}
        onClick={() => {
          setLeft(true);
          onGoOn();
        }}
      >
        {t('auth.secondFactor.goOn')}
      </Button>
    </div>
  );
}

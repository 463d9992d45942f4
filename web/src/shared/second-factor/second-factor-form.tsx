import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../api/use-change.ts';
import { isRefused } from '../api-error.ts';
import { useForm } from '../form/use-form.ts';
import { formatDate, toText, useLanguage } from '../i18n/index.ts';
import type { WaitingSignIn } from '../session/index.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { areFewCodes } from './few-codes.ts';

export interface SecondFactorFormProps {
  readonly waiting: WaitingSignIn;
  readonly onShown: () => void;
  readonly onBack: () => void;
  /** The first factor has to be shown again. */
  readonly onOver: (error: unknown) => void;
}

type Kind = 'app' | 'recovery';

/** Takes a code of an authenticator app, or a recovery code. */
export function SecondFactorForm({ waiting, onShown, onBack, onOver }: SecondFactorFormProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('app');
  const [codesLeft, setCodesLeft] = useState<number>();
  const { busy, error, run, forgetError } = useChange();
  const [first] = waiting.factors;
  const [factorId, setFactorId] = useState(first?.mfaEnrollmentId);

  const over = isOver(error) ? error : undefined;

  useEffect(() => {
    if (over !== undefined) {
      onOver(over);
    }
  }, [over, onOver]);

  const show = (code: string) =>
    run(async () => {
      const chosen = kind === 'app' ? factorId : undefined;
      const left = await waiting.show({ code, factorId: chosen });
      if (left !== undefined && areFewCodes(left)) {
        setCodesLeft(left);
        return undefined;
      }
      onShown();
      return 'leaving';
    });

  if (codesLeft !== undefined) {
    return <FewCodes count={codesLeft} onGoOn={onShown} />;
  }
  const other = kind === 'app' ? 'recovery' : 'app';
  return (
    <div className="grid grid-cols-1 gap-5">
      {error !== undefined && over === undefined && <CodeProblem error={error} kind={kind} />}
      {kind === 'app' && waiting.factors.length > 1 && (
        <FactorField factors={waiting.factors} chosen={factorId} onChoose={setFactorId} />
      )}
      <CodeForm key={kind} kind={kind} busy={busy} onCode={show} />
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
  readonly factors: WaitingSignIn['factors'];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** Several apps: the person names the one whose code is typed. */
function FactorField({ factors, chosen, onChoose }: FactorFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <SelectField
      label={t('auth.secondFactor.which')}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      {factors.map(({ mfaEnrollmentId, displayName, enrolledAt }) => (
        <option key={mfaEnrollmentId} value={mfaEnrollmentId}>
          {displayName ||
            t('auth.secondFactor.unnamed', { date: formatDate(enrolledAt, language) })}
        </option>
      ))}
    </SelectField>
  );
}

interface CodeFormProps {
  readonly kind: Kind;
  readonly busy: boolean;
  readonly onCode: (code: string) => Promise<void>;
}

/** Sends with Enter or the button only: a form that sends itself would use up a try for a mistyped last digit. */
function CodeForm({ kind, busy, onCode }: CodeFormProps) {
  const { t } = useTranslation();
  const { field, focus, submitTo } = useForm({ typedCode: '' }, ({ typedCode }) => ({
    typedCode: typedCode.trim() === '' && t(`auth.secondFactor.${kind}.missing`),
  }));
  const shape =
    kind === 'app'
      ? ({ autoComplete: 'one-time-code', inputMode: 'numeric' } as const)
      : ({ autoComplete: 'off', autoCapitalize: 'characters' } as const);

  useEffect(() => focus('typedCode'), [focus]);

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

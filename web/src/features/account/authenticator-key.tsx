import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { useConfig } from '../../shared/config/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { buttonStyle } from '../../shared/ui/button.tsx';
import { CopyableId } from '../../shared/ui/copy-button.tsx';

/** The key for an authenticator app: to scan, to open on a phone, or to type. */
export function AuthenticatorKey({ secret }: { readonly secret: string }) {
  const { t } = useTranslation();
  const { productName } = useConfig();
  const { email } = useAccount();
  const address = toKeyAddress({ productName, email, secret });

  return (
    <div className="grid items-start gap-4 sm:grid-cols-[auto_1fr]">
      <QrPicture text={address} label={t('secondFactor.add.picture')} />
      <div className="grid grid-cols-1 gap-3">
        <p className="leading-paragraph">{t('secondFactor.add.scan')}</p>
        <div className="hidden pointer-coarse:block">
          <a href={address} className={buttonStyle({})}>
            {t('secondFactor.add.open')}
          </a>
        </div>
        <div className="grid grid-cols-1 gap-1">
          <p className="text-label font-label">{t('secondFactor.add.key')}</p>
          <CopyableId
            id={secret}
            shown={secret.replace(/(.{4})(?=.)/g, '$1 ')}
            label={t('secondFactor.add.copyKey')}
          />
        </div>
      </div>
    </div>
  );
}

interface Key {
  readonly productName: string;
  readonly email: string;
  readonly secret: string;
}

/** Address that authenticator apps read; its other parameters are their defaults. */
export function toKeyAddress({ productName, email, secret }: Key): string {
  const [issuer, account] = [encodeURIComponent(productName), encodeURIComponent(email)];
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`;
}

/** White in dark mode too, since many cameras do not read an inverted code. */
function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = encode(text, { border: 2 });
  const dots = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-[192px] rounded-control border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dots.join('')} fill="#000" />
    </svg>
  );
}

import { socialCallbackPath } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageTitle, usePageTitle } from '../../shared/ui/page-title.tsx';
import { PublicCard } from '../../shared/ui/public-card.tsx';

/** Takes the place of Google in local mode and believes every name and address. */
export function IdentityProviderPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [missing, setMissing] = useState(false);
  usePageTitle(t('identityProvider.title'));
  const state = query.get('state') ?? '';

  function handleContinue(form: HTMLFormElement) {
    const field = (name: string) => String(new FormData(form).get(name) ?? '').trim();
    if (!form.checkValidity() || field('email') === '') {
      setMissing(true);
      return;
    }
    const claims = {
      email: field('email'),
      email_verified: field('verified') === 'on',
      // Marks it as of a Workspace domain, whose mailboxes Google runs.
      hd: field('email').split('@')[1],
      ...(field('name') && { name: field('name') }),
      ...(field('picture') && { picture: field('picture') }),
      nonce: query.get('nonce'),
    };
    leave({ state, code: toCode(claims) });
  }

  return (
    <PublicCard busy={false}>
      <Notice tone="warn" title={t('identityProvider.label')}>
        {t('identityProvider.explanation')}
      </Notice>
      <PageTitle>{t('identityProvider.title')}</PageTitle>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          handleContinue(event.currentTarget);
        }}
      >
        <TextField
          name="email"
          type="email"
          label={t('identityProvider.email')}
          error={missing ? t('identityProvider.emailMissing') : undefined}
          autoComplete="off"
          required
        />
        <TextField name="name" label={t('identityProvider.name')} autoComplete="off" />
        <TextField
          name="picture"
          type="url"
          label={t('identityProvider.picture')}
          autoComplete="off"
        />
        <label className="flex items-center gap-2 text-label">
          <input type="checkbox" name="verified" defaultChecked className="size-4 accent-accent" />
          {t('identityProvider.verified')}
        </label>
        <div className="grid gap-3">
          <Button type="submit" variant="primary" size="wide">
            {t('identityProvider.continue')}
          </Button>
          <Button size="wide" onClick={() => leave({ state, error: 'access_denied' })}>
            {t('identityProvider.cancel')}
          </Button>
        </div>
      </form>
    </PublicCard>
  );
}

/** Always to our own page: this screen redirects nobody anywhere else. */
function leave(answer: Record<string, string>): void {
  location.assign(`${socialCallbackPath}?${new URLSearchParams(answer)}`);
}

/** base64url of UTF-8. */
function toCode(claims: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.ts';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { useListOwned } from './use-list-owned.ts';

/** Projects to cancel or give away first; from the refusal where they cannot be listed. */
export function OwnedSubscriptions({ refusal }: { readonly refusal: unknown }) {
  const { t } = useTranslation();
  const { data: owned, isPending } = useListOwned();
  const told = refusal instanceof Error ? refusal.message : '';

  return (
    <section aria-labelledby="owned" className="grid gap-2">
      <h2 id="owned" className="text-label font-label">
        {t('account.deleteAccount.owned')}
      </h2>
      {isPending && (
        <SkeletonGroup>
          <Skeleton className="h-6 w-2/3" />
        </SkeletonGroup>
      )}
      {owned ? (
        <ul className="grid list-disc gap-1 pl-5">
          {owned.map(({ id, settings }) => (
            <li key={id}>
              <TextLink to={paths.subscription(id)}>
                {settings.name || t('subscription.untitled')}
              </TextLink>
            </li>
          ))}
        </ul>
      ) : (
        !isPending && <p className="text-ink-2">{told}</p>
      )}
    </section>
  );
}

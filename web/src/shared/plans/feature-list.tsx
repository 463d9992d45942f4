import Check from 'lucide-react/icons/check';
import { useConfiguredText } from '../config/index.ts';

/** Features of a plan. */
export function FeatureList({ keys }: { readonly keys: readonly string[] }) {
  const configuredText = useConfiguredText();
  return (
    <ul className="grid gap-2 text-label leading-[22px] text-ink-2">
      {keys.map((key) => (
        <li key={key} className="flex gap-2">
          <Check aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-good" />
          {configuredText(key)}
        </li>
      ))}
    </ul>
  );
}

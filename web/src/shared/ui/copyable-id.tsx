import { CopyButton } from './copy-button.tsx';

/** An id to read out or to copy. */
export function CopyableId({ id, label }: { readonly id: string; readonly label: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 font-mono text-small break-all">{id}</code>
      <CopyButton text={id} label={label} />
    </span>
  );
}

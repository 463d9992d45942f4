import { CopyButton } from './copy-button.tsx';

/** An id to read out or to copy. */
export function CopyableId({ id, label }: { readonly id: string; readonly label: string }) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1">
      <code className="font-mono text-small break-all">{id}</code>
      <CopyButton text={id} label={label} />
    </span>
  );
}

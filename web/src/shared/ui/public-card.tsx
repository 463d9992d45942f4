import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { LoadingOverlay } from './loading-overlay.tsx';

/** The one card of a public page, under a veil while it is at work. */
export function PublicCard(props: { readonly busy: boolean; readonly children?: ReactNode }) {
  return (
    <Card
      edge="floating"
      className="relative grid min-h-64 w-full grid-cols-1 max-w-[400px] content-start gap-5 p-6 sm:p-8"
    >
      {props.children}
      <LoadingOverlay shown={props.busy} />
    </Card>
  );
}

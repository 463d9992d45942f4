import Check from 'lucide-react/icons/check';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useContext } from 'react';
import { ReadOnlyReason } from './read-only.ts';

interface MenuProps {
  /** One button; it gets the menu's behaviour. */
  readonly trigger: ReactNode;
  readonly defaultOpen?: boolean;
  readonly children: ReactNode;
}

/** Choices that open below their button. */
export function Menu({ trigger, defaultOpen = false, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* Inside the page's main part, if it has one: what is outside all landmarks is easily missed. */}
      <DropdownMenu.Portal container={document.getElementById('content')}>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-40 grid min-w-56 animate-appear gap-0.5 rounded-card border border-line bg-surface p-1.5 shadow-pop"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Says whose menu it is; not an item. */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return (
    <DropdownMenu.Label className="max-w-72 border-b border-line px-2.5 pt-1.5 pb-2.5 mb-1">
      {children}
    </DropdownMenu.Label>
  );
}

const itemStyle =
  'flex h-[38px] cursor-pointer items-center gap-3 rounded-control px-2.5 text-label outline-none data-highlighted:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&>svg]:size-[18px] [&>svg]:text-ink-2';

interface MenuItemProps {
  readonly icon: ReactNode;
  /** It sends a change, so it is off, and says why, while nothing can be changed. */
  readonly isChange?: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** One choice. */
export function MenuItem({ icon, isChange = false, onChoose, children }: MenuItemProps) {
  const reason = useContext(ReadOnlyReason);
  return (
    <DropdownMenu.Item {...choiceProps(isChange ? reason : undefined, onChoose)}>
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}

interface MenuCheckProps {
  readonly checked: boolean;
  /** Why it cannot be changed; read aloud. */
  readonly offReason?: string | undefined;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** Something that is on or off; choosing it sends the change. */
export function MenuCheck({ checked, offReason, onToggle, children }: MenuCheckProps) {
  const reason = useContext(ReadOnlyReason);
  return (
    <DropdownMenu.CheckboxItem checked={checked} {...choiceProps(offReason ?? reason, onToggle)}>
      <span aria-hidden="true" className="size-[18px] text-accent">
        {checked && <Check className="size-[18px]" />}
      </span>
      {children}
    </DropdownMenu.CheckboxItem>
  );
}

/** A disabled item of Radix is skipped by the keyboard, so nobody would hear the reason. */
function choiceProps(reason: string | undefined, onChoose: () => void) {
  const isOff = reason !== undefined;
  return {
    className: itemStyle,
    onSelect(event: Event) {
      if (isOff) {
        event.preventDefault();
      } else {
        onChoose();
      }
    },
    ...(isOff && { 'aria-disabled': true, 'aria-description': reason, title: reason }),
  };
}

import { Button, Popover } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Chevron } from '../look/icons.tsx';

type Props = {
  label: string;
  /** The selected value, shown instead of the label. */
  chosen?: string | undefined;
  className?: string;
  children: ReactNode;
};

/** A button that opens a list of choices below it. */
export function Drop({ label, chosen, className = '', children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          className={`drop ${className}`}
          data-chosen={chosen !== undefined || undefined}
          aria-label={chosen === undefined ? label : `${label}: ${chosen}`}
          rightSection={<Chevron size={14} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          <bdi className="cut">{chosen ?? label}</bdi>
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        className="drop-open"
        aria-label={label}
        // Its keys must not reach the page.
        onKeyDown={(event) => event.stopPropagation()}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

import { Button } from '@mantine/core';
import { ChevronLeft } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import classes from './list-detail.module.css';

interface Props {
  /** Width of the list in pixels when both are side by side. */
  listWidth: number;
  list: ReactNode;
  detail: ReactNode;
  /** Whether an item is selected: a small screen then shows only the detail. */
  isOpen: boolean;
  /** Name of the list, such as "Environments", for the button that leads back to it. */
  listName: string;
  onBack: () => void;
}

/** ListDetail is a list next to the selected item's detail; on a small screen these are two screens. */
export function ListDetail({ listWidth, list, detail, isOpen, listName, onBack }: Props) {
  const detailPane = useRef<HTMLDivElement>(null);
  const listPane = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  // On a small screen the focused element has just been hidden.
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const [shown, hidden] = isOpen ? [detailPane, listPane] : [listPane, detailPane];
    if (!hidden.current?.checkVisibility()) shown.current?.focus();
  }, [isOpen]);
  return (
    <div
      className={classes.both}
      data-open={isOpen || undefined}
      style={{ '--list-width': `${listWidth}px` } as CSSProperties}
    >
      <div ref={listPane} className={classes.list} tabIndex={-1} data-pane>
        {list}
      </div>
      <div ref={detailPane} className={classes.detail} tabIndex={-1} data-pane>
        <div className={classes.back}>
          <Button variant="subtle" leftSection={<ChevronLeft size={16} />} onClick={onBack}>
            {listName}
          </Button>
        </div>
        {detail}
      </div>
    </div>
  );
}

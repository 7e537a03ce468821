import { Button } from '@mantine/core';
import { ChevronLeft } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import classes from './list-detail.module.css';

interface Props {
  /** Width of the list in pixels where both stand beside each other. */
  listWidth: number;
  list: ReactNode;
  detail: ReactNode;
  /** Whether the user has chosen something: a small screen then shows the detail alone. */
  isOpen: boolean;
  /** What the list holds, such as "Environments"; the button that leads back to it says so. */
  listName: string;
  onBack: () => void;
}

/** ListDetail shows a list beside what is chosen of it; on a small screen these are two screens. */
export function ListDetail({ listWidth, list, detail, isOpen, listName, onBack }: Props) {
  const detailPane = useRef<HTMLDivElement>(null);
  const listPane = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  // On a small screen, what had the focus has just been hidden.
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

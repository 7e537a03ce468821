import { ActionIcon, Button } from '@mantine/core';
import { ChevronLeft, Columns2, Plus, Rows2, X } from 'lucide-react';
import { preferences, usePreferences } from '../../../../shared/preferences.ts';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { Tip } from '../../../../ui/tip/tip.tsx';
import type { EditorTab } from '../../model/tabs/editor-tabs.ts';
import classes from './editor.module.css';

interface Props {
  tabs: EditorTab[];
  active: string | null;
  nameOf: (tab: EditorTab) => string;
  methodOf: (tab: EditorTab) => string;
  onActivate: (id: string) => void;
  onClose: (tab: EditorTab) => void;
  onNew: (() => void) | undefined;
  onList?: (() => void) | undefined;
  /** Name of the list to return to. */
  listName?: string | undefined;
  /** Whether a tab is marked as unsaved. */
  isMarked: (tab: EditorTab) => boolean;
}

/** EditorTabsBar tabs of the open scripts; a dot marks unsaved ones. */
export function EditorTabsBar({
  tabs,
  active,
  nameOf,
  methodOf,
  onActivate,
  onClose,
  onNew,
  onList,
  listName = 'Scripts',
  isMarked,
}: Props) {
  const { editorLayout } = usePreferences();
  const other = editorLayout === 'under' ? 'beside' : 'under';
  return (
    <div className={classes.tabs}>
      {onList ? (
        <div className={classes.toList}>
          <Button variant="subtle" size="compact-sm" leftSection={<ChevronLeft size={14} />} onClick={onList}>
            {listName}
          </Button>
        </div>
      ) : null}
      {tabs.map((tab) => (
        <div
          key={tab.id}
          className={classes.tab}
          data-active={tab.id === active || undefined}
          onAuxClick={(event) => event.button === 1 && onClose(tab)}
        >
          <button
            type="button"
            className={classes.tabOpen}
            aria-current={tab.id === active ? 'true' : undefined}
            onClick={() => onActivate(tab.id)}
          >
            <MethodWord method={methodOf(tab)} />
            <span className="ellipsis">{nameOf(tab)}</span>
            {isMarked(tab) ? <span className={classes.dot} role="img" aria-label="not saved" /> : null}
          </button>
          <ActionIcon size={24} aria-label={`Close ${nameOf(tab)}`} onClick={() => onClose(tab)}>
            <X size={13} />
          </ActionIcon>
        </div>
      ))}
      <div className={classes.tabActions} style={{ marginLeft: 0 }}>
        {onNew ? (
          <Tip label="New script (N)">
            <ActionIcon size={24} aria-label="New script tab" onClick={onNew}>
              <Plus size={15} />
            </ActionIcon>
          </Tip>
        ) : null}
      </div>
      <div className={classes.tabActions}>
        <Tip label={`Response ${other} the request`}>
          <ActionIcon
            size={24}
            aria-label={`Show the response ${other} the request`}
            onClick={() => preferences.set({ editorLayout: other })}
          >
            {editorLayout === 'under' ? <Columns2 size={15} /> : <Rows2 size={15} />}
          </ActionIcon>
        </Tip>
      </div>
    </div>
  );
}

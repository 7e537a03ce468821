import type { ScriptSummary } from '@touchstone/contracts/api-testing';
import { countOf } from '../../model/tree/script-tree.ts';
import { ChosenBar } from './chosen-bar.tsx';
import classes from './tree.module.css';
import type { ChosenScripts } from './use-chosen-scripts.ts';
import type { FolderDialogs } from './use-folder-dialogs.tsx';
import type { TreeDrag } from './use-tree-drag.ts';

interface Props {
  scripts: readonly ScriptSummary[];
  choice: ChosenScripts;
  drag: TreeDrag;
  folderActions: FolderDialogs;
  /** How many the filter matched, in words. */
  count: string;
  onRun: (scripts: readonly ScriptSummary[]) => void;
  onDelete: (scripts: readonly ScriptSummary[]) => void;
}

/**
 * TreeFoot counts the scripts. During a drag it is the drop target for another suite; while scripts are selected, it
 * offers actions on them.
 */
export function TreeFoot({ scripts, choice, drag, folderActions, count, onRun, onDelete }: Props) {
  const { chosen, clear } = choice;
  if (drag.isDragging)
    return (
      <div className={classes.away} data-drop={drag.isOverFoot || undefined} {...drag.awayProps}>
        Drop here to move to another suite
      </div>
    );
  if (chosen.length > 0)
    return (
      <ChosenBar
        count={chosen.length}
        onMove={() => folderActions.moveScripts(chosen)}
        onRun={() => onRun(chosen)}
        onDelete={() => onDelete(chosen)}
        onClear={clear}
      />
    );
  return (
    <div className={`${classes.treeFoot} num`}>
      {count}
      {countOf(scripts.length, 'script')}
    </div>
  );
}

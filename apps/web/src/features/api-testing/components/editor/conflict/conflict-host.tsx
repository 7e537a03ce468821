import { Button } from '@mantine/core';
import { StatusGlyph } from '../../../../../ui/status/status-glyph.tsx';
import { type EditorTab, isUnsaved } from '../../../model/tabs/editor-tabs.ts';
import classes from './conflict-dialog.module.css';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { useSaveConflict } from './use-save-conflict.ts';

interface Props {
  tab: EditorTab;
  conflict: Omit<ReturnType<typeof useSaveConflict>, 'store'>;
  saving: boolean;
  store: () => Promise<void>;
}

/**
 * ConflictHost warns that someone else saved a newer version of a script with unsaved changes, and compares both on
 * save.
 */
export function ConflictHost({ tab, conflict, saving, store }: Props) {
  const { shown, saveMerged, saveCopy, close } = conflict;
  return (
    <>
      {tab.isOutdated && isUnsaved(tab) ? (
        <div className={classes.notice} role="status">
          <StatusGlyph status="flaky" size={14} decorative />
          <span className="grow">Someone else saved a newer version of this script. Your changes are safe.</span>
          <Button variant="default" size="xs" onClick={() => void store()}>
            Compare and save
          </Button>
        </div>
      ) : null}
      {shown ? (
        <ConflictDialog
          conflict={shown}
          saving={saving}
          onSave={saveMerged}
          onSaveCopy={() => void saveCopy()}
          onClose={close}
        />
      ) : null}
    </>
  );
}

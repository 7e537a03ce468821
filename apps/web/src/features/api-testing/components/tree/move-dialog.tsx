import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';

interface Props {
  title: string;
  /** Paths of selectable folders; the empty one is the top of the suite. */
  folders: string[];
  current: string;
  /** Selects the suite that the folders belong to. */
  suiteField?: ReactNode;
  /** Whether that is another suite than the open one. */
  isElsewhere?: boolean;
  onClose: () => void;
  onNewFolder: () => void;
  onMove: (folder: string) => Promise<unknown>;
}

/** MoveDialog asks for the target folder of a move. */
export function MoveDialog(props: Props) {
  const { title, folders, current, suiteField, isElsewhere = false, onClose, onNewFolder, onMove } = props;
  const [chosen, setFolder] = useState(current);
  const folder = folders.includes(chosen) ? chosen : '';
  const [problem, setProblem] = useState<string | null>(null);
  const hasChoice = isElsewhere || folders.some((path) => path !== current);
  return (
    <FormDialog
      title={title}
      {...(hasChoice ? { confirm: 'Move' } : { instead: <Button onClick={onNewFolder}>New folder</Button> })}
      disabled={folder === current && !isElsewhere}
      onSubmit={async () => {
        await onMove(folder);
      }}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      {suiteField}
      <NativeSelect
        label="Folder"
        data-autofocus
        value={folder}
        error={problem}
        data={folders.map((path) => ({ value: path, label: path || 'Top of the suite' }))}
        {...(hasChoice ? {} : { description: 'No other folder yet. Create one first.' })}
        onChange={(event) => {
          setFolder(event.currentTarget.value);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}

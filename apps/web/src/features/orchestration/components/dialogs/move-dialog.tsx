import type { FolderEntry, FolderPlace } from '@touchstone/contracts/orchestration';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import type { FolderNode } from '../../api/orchestration.queries.ts';
import { idOf, namesOf } from '../../model/entry.ts';
import { FolderTree } from './folder-tree.tsx';

interface Props {
  entries: readonly FolderEntry[];
  /** Path to the current folder, starting with the project. */
  path: readonly FolderPlace[];
  onMove: (target: FolderNode) => Promise<unknown>;
  onClose: () => void;
}

/** MoveDialog asks for the target folder of a move within the project. */
export function MoveDialog({ entries, path, onMove, onClose }: Props) {
  const [target, setTarget] = useState<FolderNode | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const [project, current] = [path[0], path.at(-1)];
  if (!project) return null;
  const moved = new Set(entries.map(idOf));
  const refusalOf = ({ folderUuid, ancestors }: FolderNode): string | undefined => {
    if (folderUuid === current?.folderUuid) return 'Current folder';
    if (moved.has(folderUuid)) return 'Being moved';
    return ancestors.some((id) => moved.has(id)) ? 'Inside a moved folder' : undefined;
  };
  return (
    <FormDialog
      title={`Move ${namesOf(entries)}`}
      confirm="Move"
      disabled={target === undefined}
      onSubmit={async () => {
        if (target) await onMove(target);
      }}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <FolderTree
        project={project}
        value={target?.folderUuid}
        refusalOf={refusalOf}
        onChange={(folder) => {
          setProblem(undefined);
          setTarget(folder);
        }}
      />
      {problem ? (
        <p role="alert" style={{ color: 'var(--fail)', marginTop: 8 }}>
          {problem}
        </p>
      ) : null}
    </FormDialog>
  );
}

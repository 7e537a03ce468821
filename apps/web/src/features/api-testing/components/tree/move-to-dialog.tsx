import { useQuery } from '@tanstack/react-query';
import type { Suite } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import type { Choice } from '../../../../shared/choices.ts';
import { RemoteSelect } from '../../../../ui/select/remote-select.tsx';
import { foldersQuery } from '../../api/folders.ts';
import { suiteChoices } from '../../api/suites.queries.ts';
import { MoveDialog } from './move-dialog.tsx';

interface Props {
  title: string;
  /** The open suite. */
  suite: Pick<Suite, 'suiteId' | 'suiteName' | 'projectId'>;
  /** Whether a folder of the open suite may be chosen. */
  isOffered?: (path: string) => boolean;
  /** Current folder; undefined for several. */
  current: string | undefined;
  onClose: () => void;
  onNewFolder: () => void;
  /** The suite is only given if it is another one. */
  onMove: (folder: string, toSuiteId?: string) => Promise<unknown>;
}

/** MoveToDialog asks for the target suite and folder of a move. */
export function MoveToDialog({ suite: open, isOffered = () => true, current, onMove, ...dialog }: Props) {
  const [suite, setSuite] = useState<Choice>({ value: open.suiteId, label: open.suiteName });
  const { data: folders = [] } = useQuery(foldersQuery(suite.value));
  const isElsewhere = suite.value !== open.suiteId;
  const paths = folders.map(({ path }) => path).filter((path) => isElsewhere || isOffered(path));
  return (
    <MoveDialog
      {...dialog}
      folders={['', ...paths]}
      current={current ?? ''}
      isElsewhere={isElsewhere || current === undefined}
      suiteField={
        <RemoteSelect
          label="Test suite"
          source={suiteChoices(open.projectId)}
          nothingFound="No suite has this name"
          value={suite}
          onChange={setSuite}
        />
      }
      onMove={(folder) => onMove(folder, isElsewhere ? suite.value : undefined)}
    />
  );
}

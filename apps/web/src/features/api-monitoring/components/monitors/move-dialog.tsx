import { Select } from '@mantine/core';
import type { Collection } from '@touchstone/contracts/api-monitoring';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';

interface Props {
  name: string;
  collections: readonly Collection[];
  from: string | undefined;
  onMove: (collectionId: string) => Promise<unknown>;
  onClose: () => void;
}

/** MoveDialog moves monitored APIs to another collection. */
export function MoveDialog({ name, collections, from, onMove, onClose }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const others = collections.filter(({ collectionId }) => collectionId !== from);
  return (
    <FormDialog
      title={`Move ${name}`}
      confirm="Move"
      disabled={chosen === null}
      onSubmit={() => chosen !== null && onMove(chosen)}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <Select
        label="Collection"
        placeholder={others.length === 0 ? 'No other collection' : 'Choose a collection'}
        data-autofocus
        searchable
        nothingFoundMessage="No matching collection"
        data={others.map((each) => ({ value: each.collectionId, label: each.name }))}
        value={chosen}
        error={problem}
        onChange={setChosen}
      />
    </FormDialog>
  );
}

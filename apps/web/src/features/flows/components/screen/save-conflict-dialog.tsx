import { Button, Group, Modal } from '@mantine/core';
import { changeLines } from '../../model/document/document-changes.ts';
import type { FlowDocument } from '../../model/document/flow-document.ts';
import { mergeDocuments } from '../../model/document/merge-documents.ts';

interface Props {
  /** Who has saved since. */
  byName: string;
  base: FlowDocument;
  mine: FlowDocument;
  theirs: FlowDocument;
  onMerge: (merged: FlowDocument) => void;
  onOverwrite: () => void;
  onClose: () => void;
}

/**
 * SaveConflictDialog says who has saved since and what they changed; nothing is overwritten unless the user says so.
 */
export function SaveConflictDialog({ byName, base, mine, theirs, onMerge, onOverwrite, onClose }: Props) {
  const lines = changeLines(base, theirs);
  const { document, conflicts } = mergeDocuments(base, mine, theirs);
  return (
    <Modal opened onClose={onClose} title={`${byName} saved this workflow`}>
      <p>Their changes since you opened it:</p>
      <ul style={{ maxHeight: 240, overflow: 'auto' }}>
        {lines.slice(0, 50).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length === 0 ? <li>Places of blocks only</li> : null}
        {lines.length > 50 ? <li>{lines.length - 50} more</li> : null}
      </ul>
      {conflicts.length > 0 ? (
        <p>
          You both changed these. Merging keeps your version: <strong>{conflicts.join(', ')}</strong>
        </p>
      ) : null}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="default" onClick={onOverwrite}>
          Overwrite their changes
        </Button>
        <Button data-autofocus onClick={() => onMerge(document)}>
          Merge and save
        </Button>
      </Group>
    </Modal>
  );
}

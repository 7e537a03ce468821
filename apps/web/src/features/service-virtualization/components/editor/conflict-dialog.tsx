import { Button, Group, Modal } from '@mantine/core';
import type { AssetConflict } from '@touchstone/contracts/service-virtualization';
import { formatRelative } from '../../../../shared/format.ts';
import { TextDiff } from '../../../../ui/diff/text-diff.tsx';
import { type Json, pretty } from '../../model/stub/json.ts';

interface Props {
  conflict: AssetConflict;
  /** Contents of the editor. */
  content: Json;
  onTake: () => void;
  onKeep: () => void;
  onClose: () => void;
}

/** ConflictDialog compares a version saved by someone else with the editor, and asks which to keep. */
export function ConflictDialog({ conflict, content, onTake, onKeep, onClose }: Props) {
  const { updatedByName, updatedAt, asset } = conflict;
  return (
    <Modal opened onClose={onClose} title={`${updatedByName} saved this asset too`} size={960}>
      <p className="dim">{`Saved ${formatRelative(updatedAt)}. Both stay in the versions, whichever you choose.`}</p>
      <TextDiff
        label="Both versions"
        before={{ label: `Saved by ${updatedByName}`, text: pretty(asset.stub ?? asset.resource) }}
        after={{ label: 'Yours', text: pretty(content) }}
      />
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onClose}>
          Keep editing
        </Button>
        <Button variant="default" onClick={onTake}>
          Take theirs
        </Button>
        <Button data-autofocus onClick={onKeep}>
          Save yours
        </Button>
      </Group>
    </Modal>
  );
}

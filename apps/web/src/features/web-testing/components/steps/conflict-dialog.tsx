import { Button, Group, Modal } from '@mantine/core';
import { formatExact } from '../../../../shared/format.ts';
import { eachStep } from '../../model/steps/edit-steps.ts';
import type { NewerSave } from '../../model/steps/use-save-script.ts';
import { StepsPreview } from './steps-preview.tsx';

interface Props {
  newer: NewerSave;
  onTake: (newer: NewerSave) => void;
  onOverwrite: (newer: NewerSave) => void;
  onClose: () => void;
}

/** ConflictDialog shows what someone else has saved since, and lets the user keep either version. */
export function ConflictDialog({ newer, onTake, onOverwrite, onClose }: Props) {
  const count = [...eachStep(newer.steps)].length;
  return (
    <Modal opened onClose={onClose} title="Someone else saved this script" size="lg">
      <p style={{ marginTop: 0 }}>
        {newer.savedBy} saved {count} {count === 1 ? 'step' : 'steps'} at {formatExact(newer.savedAt)}, after you opened
        the script. Your steps are not saved yet.
      </p>
      <StepsPreview steps={newer.steps} />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="default" onClick={() => onTake(newer)}>
          Take theirs
        </Button>
        <Button onClick={() => onOverwrite(newer)}>Save mine</Button>
      </Group>
    </Modal>
  );
}

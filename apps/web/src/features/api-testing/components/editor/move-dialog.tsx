import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';

interface Props {
  title: string;
  /** Paths of folders to choose from; the empty one is the top of the suite. */
  folders: string[];
  current: string;
  onClose: () => void;
  onNewFolder: () => void;
  onMove: (folder: string) => Promise<unknown>;
}

/** MoveDialog asks for the folder that something is moved to. */
export function MoveDialog({ title, folders, current, onClose, onNewFolder, onMove }: Props) {
  const [folder, setFolder] = useState(current);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const hasChoice = folders.some((path) => path !== current);
  const submit = async () => {
    setBusy(true);
    try {
      await onMove(folder);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
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
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {hasChoice ? (
            <Button type="submit" loading={busy} disabled={folder === current}>
              Move
            </Button>
          ) : (
            <Button onClick={onNewFolder}>New folder</Button>
          )}
        </Group>
      </form>
    </Modal>
  );
}

import { Button, Group, Modal } from '@mantine/core';
import type { ImportResult, RepositoryScript } from '@touchstone/contracts/web-testing';
import type { Step } from '@touchstone/engine-keyword/core';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { inOrder } from '../../../../ui/in-order.tsx';
import { FileDrop } from '../../../../ui/select/file-drop.tsx';
import { importSteps } from '../../api/steps.ts';
import { StepsPreview } from './steps-preview.tsx';

interface Props {
  script: RepositoryScript;
  onAdd: (steps: Step[]) => void;
  onClose: () => void;
}

const maxBytes = 4 * 1024 * 1024;

/** ImportDialog parses steps from a file and previews them, with what couldn't be parsed, before they are added. */
export function ImportDialog({ script, onAdd, onClose }: Props) {
  const [read, setRead] = useState<ImportResult | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const take = async ([file]: File[]) => {
    if (!file) return;
    setProblem('');
    setRead(null);
    if (file.size > maxBytes) return setProblem('A file has at most 4 MB.');
    setBusy(true);
    try {
      const text = await file.text();
      setRead(await importSteps({ moduleUUID: script.moduleUUID, text, isPreview: true }));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const count = read?.steps.length ?? 0;
  return (
    <Modal opened onClose={onClose} title="Import steps" size="lg">
      <FileDrop
        label="Choose a file, or drop it here"
        hint="Playwright test, Selenium IDE (.side), Chrome DevTools recording, UFT or QTP test (.vbs, .mts), JSON or text"
        autoFocus
        isBusy={busy}
        isInvalid={problem !== ''}
        onFiles={(files) => void take(files)}
      />
      {problem ? (
        <p role="alert" style={{ color: 'var(--fail)' }}>
          {problem}
        </p>
      ) : null}
      {read && read.unread.length > 0 ? (
        <div role="note" style={{ marginTop: 12 }}>
          <p style={{ margin: 0 }}>These parts were not understood and are left out:</p>
          <ul style={{ margin: '4px 0 0', maxHeight: 140, overflow: 'auto' }}>
            {inOrder(read.unread, ({ line, message }) => (
              <li>
                {line === null ? '' : `Line ${line}: `}
                {message}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {read && read.further.length > 0 ? (
        <p role="note">The file has further tests. To make a script of each, import it on the page of the module.</p>
      ) : null}
      {read && count > 0 ? <StepsPreview steps={read.steps as Step[]} /> : null}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={count === 0}
          onClick={() => {
            onAdd(read?.steps as Step[]);
            onClose();
          }}
        >
          {count === 1 ? 'Add 1 step' : `Add ${count} steps`}
        </Button>
      </Group>
    </Modal>
  );
}

import { Button, Group, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ImportResult } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { counted } from '../../../../shared/format.ts';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { inOrder } from '../../../../ui/in-order.tsx';
import { FileDrop } from '../../../../ui/select/file-drop.tsx';
import { webKeys } from '../../api/keys.ts';
import { importSteps } from '../../api/steps.ts';

const maxBytes = 4 * 1024 * 1024;

/** ImportScriptsDialog creates a script for each test in a file, and first reports what couldn't be parsed. */
export function ImportScriptsDialog({ moduleUUID, onClose }: { moduleUUID: string; onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [read, setRead] = useState<ImportResult | null>(null);
  const [problem, setProblem] = useState('');
  const reading = useMutation({ mutationFn: importSteps });
  const take = async ([file]: File[]) => {
    if (!file) return;
    setProblem('');
    setRead(null);
    if (file.size > maxBytes) return setProblem('A file has at most 4 MB.');
    const given = await file.text();
    setText(given);
    reading.mutate({ moduleUUID, text: given, isPreview: true }, { onSuccess: setRead, onError: showError });
  };
  const showError = (error: unknown) => setProblem(messageOf(error));
  const save = () =>
    reading.mutate(
      { moduleUUID, text },
      {
        onSuccess: async (made) => {
          await client.invalidateQueries({ queryKey: webKeys.scripts });
          await client.invalidateQueries({ queryKey: webKeys.modules });
          const names = [made, ...made.further].map(({ testScriptName }) => testScriptName);
          toast('success', `Created ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}.`);
          onClose();
        },
        onError: showError,
      },
    );
  const scripts = read ? [read, ...read.further] : [];
  const unread = scripts.flatMap((script) => script.unread);
  return (
    <Modal opened onClose={onClose} title="Import scripts" size="lg">
      <FileDrop
        label="Choose a file, or drop it here"
        hint="Playwright tests, Selenium IDE (.side), Chrome DevTools recording, UFT or QTP test (.vbs, .mts), JSON or text"
        autoFocus
        isBusy={reading.isPending}
        isInvalid={problem !== ''}
        onFiles={(files) => void take(files)}
      />
      {problem ? (
        <p role="alert" style={{ color: 'var(--fail)' }}>
          {problem}
        </p>
      ) : null}
      {scripts.length > 0 ? (
        <ul aria-label="Scripts that were read" style={{ maxHeight: 240, overflow: 'auto' }}>
          {inOrder(scripts, ({ testScriptName, steps }) => (
            <li>
              {testScriptName} <span className="dim">{counted(steps.length, 'step')}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {unread.length > 0 ? (
        <div role="note">
          <p style={{ margin: 0 }}>These parts were not understood and are left out:</p>
          <ul style={{ margin: '4px 0 0', maxHeight: 140, overflow: 'auto' }}>
            {inOrder(unread, ({ line, message }) => (
              <li>
                {line === null ? '' : `Line ${line}: `}
                {message}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={scripts.length === 0} loading={reading.isPending} onClick={save}>
          {scripts.length === 1 ? 'Import 1 script' : `Import ${scripts.length} scripts`}
        </Button>
      </Group>
    </Modal>
  );
}

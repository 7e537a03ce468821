import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ScriptVersion } from '@touchstone/contracts/web-testing';
import type { Step } from '@touchstone/engine-keyword/core';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { messageOf, toast, toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { useVersionMutations, versionsQuery } from '../../api/versions.ts';

interface Props {
  scriptUUID: string;
  canWrite: boolean;
  /** There are unsaved steps, which a restore point doesn't contain. */
  isChanged: boolean;
  onRestored: (restored: { steps: Step[]; revision: number }) => void;
  onClose: () => void;
}

/** VersionsDialog saves restore points of a script, and restores one. */
export function VersionsDialog({ scriptUUID, canWrite, isChanged, onRestored, onClose }: Props) {
  const versions = useQuery(versionsQuery(scriptUUID));
  const { create, restore, remove } = useVersionMutations(scriptUUID);
  const [name, setName] = useState('');
  const keep = () =>
    create.mutateAsync(name).then(
      () => setName(''),
      () => undefined,
    );
  const askRestore = ({ uuid, versionName }: ScriptVersion) =>
    confirmAction({
      title: `Restore ${versionName}?`,
      message: isChanged
        ? 'Steps that you have not saved are lost. The saved ones are kept as a restore point first.'
        : 'The present steps are kept as a restore point first.',
      confirm: 'Restore version',
      async onConfirm() {
        const { steps, revision } = await restore.mutateAsync(uuid);
        toast('success', `${versionName} is restored.`);
        onRestored({ steps: steps as Step[], revision });
      },
    });
  return (
    <Modal opened onClose={onClose} title="Versions" size="lg">
      {canWrite ? (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) void keep();
          }}
        >
          <Group align="end" gap="sm" mb="md">
            <TextInput
              style={{ flex: 1 }}
              label="Keep the saved steps as"
              placeholder="Before the new checkout"
              maxLength={255}
              value={name}
              error={create.error ? messageOf(create.error) : undefined}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" disabled={name.trim() === ''} loading={create.isPending}>
              Create version
            </Button>
          </Group>
        </form>
      ) : null}
      <Loaded
        query={versions}
        empty="No versions yet. A version keeps the steps of the script as they are now."
        isEmpty={({ content }) => content.length === 0}
      >
        {({ content }) => (
          <DataTable
            label="Versions"
            rows={content}
            rowKey={({ uuid }) => uuid}
            rowLabel={({ versionName }) => versionName}
            columns={columnsOf({
              canWrite,
              onRestore: askRestore,
              onDelete: ({ uuid }) => void remove.mutateAsync(uuid).catch(toastError),
            })}
          />
        )}
      </Loaded>
    </Modal>
  );
}

interface Actions {
  canWrite: boolean;
  onRestore: (version: ScriptVersion) => void;
  onDelete: (version: ScriptVersion) => void;
}

function columnsOf({ canWrite, onRestore, onDelete }: Actions): Column<ScriptVersion>[] {
  return [
    { key: 'name', header: 'Version', cell: ({ versionName }) => versionName },
    {
      key: 'steps',
      header: 'Steps',
      width: 70,
      align: 'right',
      cell: ({ stepCount }) => <span className="num">{formatCount(stepCount)}</span>,
    },
    { key: 'by', header: 'By', width: 120, cell: ({ createdBy }) => createdBy },
    { key: 'at', header: 'Created', width: 110, cell: ({ createdDate }) => <RelativeTime at={createdDate} /> },
    {
      key: 'actions',
      header: '',
      width: 170,
      align: 'right',
      cell: (version) =>
        canWrite ? (
          <span className="row" style={{ justifyContent: 'flex-end' }}>
            <Button variant="subtle" size="compact-xs" onClick={() => onRestore(version)}>
              Restore
            </Button>
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              aria-label={`Delete version ${version.versionName}`}
              onClick={() => onDelete(version)}
            >
              Delete
            </Button>
          </span>
        ) : null,
    },
  ];
}

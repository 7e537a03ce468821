import { Button, Group, Modal } from '@mantine/core';
import type { FolderEntry, FolderPlace } from '@touchstone/contracts/orchestration';
import { formatCount } from '../../../../shared/format.ts';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { isWorkflow, nounOf } from '../../model/entry.ts';
import { type Fact, FactList } from './fact-list.tsx';

interface Props {
  entry: FolderEntry;
  /** Its parent folders. */
  path: readonly FolderPlace[];
  onClose: () => void;
}

/** InfoDialog shows who created an item and when, where it is, and how much it contains. */
export function InfoDialog({ entry, path, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={`Information about ${nounOf(entry)} ${entry.name}`}>
      <FactList facts={factsOf(entry, path)} />
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </Group>
    </Modal>
  );
}

function factsOf(entry: FolderEntry, path: readonly FolderPlace[]): Fact[] {
  const general: Fact[] = [
    ...(entry.description === '' ? [] : [{ label: 'Description', value: entry.description }]),
    ...(path.length > 0 ? [{ label: 'Location', value: path.map(({ name }) => name).join(' / ') }] : []),
    { label: 'Created by', value: entry.createdByName },
    { label: 'Created', value: <RelativeTime at={entry.createdAt} /> },
    { label: 'Changed', value: <RelativeTime at={entry.updatedAt} /> },
  ];
  if (!isWorkflow(entry))
    return [
      { label: 'Key', value: <code>{entry.deepLinkId}</code> },
      ...general,
      { label: 'Folders', value: formatCount(entry.folderCount) },
      { label: 'Workflows', value: formatCount(entry.workflowCount) },
    ];
  const { lastRun } = entry;
  return [
    ...general,
    { label: 'Changed by', value: entry.updatedByName },
    { label: 'Revision', value: formatCount(entry.revision) },
    { label: 'Blocks', value: formatCount(entry.nodeCount) },
    { label: 'Scripts and suites', value: formatCount(entry.scriptCount) },
    {
      label: 'Last run',
      value: lastRun ? <StatusLabel status={lastRun.status}>{lastRun.executionStatus}</StatusLabel> : 'Never run',
    },
  ];
}

import { ActionIcon, Menu } from '@mantine/core';
import type { ExecutionSummary } from '@touchstone/contracts/api-testing';
import { runTitle } from '@touchstone/contracts/runs';
import { EllipsisVertical } from 'lucide-react';
import { formats } from '../../../runs/index.ts';
import { downloadReport } from './report-download.ts';

interface Props {
  run: ExecutionSummary;
  /** Whether the run may be retried and deleted: it has ended, and the caller has access. */
  canChange: boolean;
  onRetry: (onlyFailed: boolean) => void;
  onDelete: () => void;
}

/** RunMenu are actions on a run of the list. */
export function RunMenu({ run, canChange, onRetry, onDelete }: Props) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={24} aria-label={`Actions for ${runTitle(run)}`}>
          <EllipsisVertical size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canChange ? (
          <>
            <Menu.Item onClick={() => onRetry(false)}>Retry</Menu.Item>
            {run.failed + run.errors > 0 ? <Menu.Item onClick={() => onRetry(true)}>Retry failed</Menu.Item> : null}
            <Menu.Divider />
          </>
        ) : null}
        {formats.map(({ format, title }) => (
          <Menu.Item key={format} onClick={() => void downloadReport(run, format)}>
            Download {title}
          </Menu.Item>
        ))}
        {canChange ? (
          <>
            <Menu.Divider />
            <Menu.Item onClick={onDelete}>Delete report…</Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

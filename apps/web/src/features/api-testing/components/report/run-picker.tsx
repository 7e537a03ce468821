import type { ExecutionStatus, ExecutionSummary } from '@touchstone/contracts/api-testing';
import { runTitle, shortCommit } from '@touchstone/contracts/runs';
import { useMemo } from 'react';
import type { ChoiceSource } from '../../../../shared/choices.ts';
import { formatExact } from '../../../../shared/format.ts';
import { RemoteSelect } from '../../../../ui/select/remote-select.tsx';
import { executionKeys, listReports } from '../../api/executions.queries.ts';

const ended: ExecutionStatus[] = ['Pass', 'Fail', 'Error in Run', 'No Test Cases', 'Cancelled', 'Completed'];

/** labelOf distinguishes runs of the same name: number, result, time, label and commit. */
export const labelOf = (run: ExecutionSummary): string =>
  [runTitle(run), run.executionStatus, formatExact(run.createdAt), run.label, run.commit && shortCommit(run.commit)]
    .filter(Boolean)
    .join(' · ');

interface Props {
  label: string;
  projectId: string;
  value: ExecutionSummary | undefined;
  onChange: (runId: string) => void;
}

/** RunPicker selects a finished run of a workspace, searched by name, number, label or commit. */
export function RunPicker({ label, projectId, value, onChange }: Props) {
  const source = useMemo(
    (): ChoiceSource => ({
      queryKey: [...executionKeys.all, 'finished', projectId],
      async load({ searchTerm, ...page }, signal) {
        const found = await listReports(
          { projectId, statuses: ended, ...page, ...(searchTerm && { searchTerm }) },
          signal,
        );
        const choices = found.content.map((run) => ({ value: run.runId, label: labelOf(run) }));
        return { choices, total: found.totalElements };
      },
    }),
    [projectId],
  );
  return (
    <RemoteSelect
      label={label}
      placeholder="Name, #number, label or commit"
      source={source}
      nothingFound="No finished run matches"
      emptyMessage="No run has finished yet."
      value={value ? { value: value.runId, label: labelOf(value) } : null}
      onChange={(choice) => onChange(choice.value)}
    />
  );
}

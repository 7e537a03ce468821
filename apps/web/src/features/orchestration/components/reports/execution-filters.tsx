import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RunStatus, runStatuses } from '@touchstone/contracts/runs';
import { statusWords } from '../../../../ui/status/status.ts';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import { allProjectsQuery } from '../../api/orchestration.queries.ts';

/** A run as a whole is never skipped. */
const statuses = runStatuses
  .filter((status) => status !== 'skipped')
  .map((value) => ({ value, label: statusWords[value] }));

/** Filters of the list of executions. */
export interface ExecutionFilter {
  q: string;
  /** Empty for all. */
  project: string;
  status: RunStatus | undefined;
}

/** ExecutionFilters filters executions by name, project and status. */
export function ExecutionFilters({
  filter,
  onChange,
}: {
  filter: ExecutionFilter;
  onChange: (patch: Partial<ExecutionFilter>) => void;
}) {
  const projects = useQuery(allProjectsQuery).data ?? [];
  return (
    <>
      <FilterInput label="Search executions" width={368} value={filter.q} onChange={(q) => onChange({ q })} />
      <Select
        w={180}
        aria-label="Project"
        placeholder="Any project"
        clearable
        searchable
        data={projects.map(({ projectId, name }) => ({ value: projectId, label: name }))}
        value={filter.project || null}
        onChange={(project) => onChange({ project: project ?? '' })}
      />
      <Select
        w={170}
        aria-label="Status"
        placeholder="Any status"
        clearable
        data={statuses}
        value={filter.status ?? null}
        onChange={(status) => onChange({ status: (status ?? undefined) as RunStatus | undefined })}
      />
    </>
  );
}

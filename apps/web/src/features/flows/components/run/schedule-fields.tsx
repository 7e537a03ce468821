import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ScheduleFields, SubjectParts } from '../../../../shared/subjects/subject-parts.ts';
import { configurationsQuery } from '../../api/configurations.ts';

/** FlowScheduleFields selects the run configuration of a scheduled workflow. */
export function FlowScheduleFields({ projectId, configurationId, onChange }: ScheduleFields) {
  const configurations = useQuery(configurationsQuery(projectId)).data ?? [];
  return (
    <Select
      label="Run configuration"
      placeholder="None"
      clearable
      searchable
      nothingFoundMessage="No matching configuration"
      data={configurations.map(({ configurationId: value, name }) => ({ value, label: name }))}
      value={configurationId}
      onChange={(chosen) => onChange({ configurationId: chosen })}
    />
  );
}

/** What a scheduled workflow needs. */
export const flowSubjects: SubjectParts = { scheduleForms: [{ kind: 'workflow', Fields: FlowScheduleFields }] };

import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { runTargetTitle, usualRunSettings } from '@touchstone/contracts/web-testing';
import type { ScheduleFields, SubjectParts } from '../../../../shared/subjects/subject-parts.ts';
import { runConfigurationsQuery } from '../../api/run-configurations.ts';

/** Selects the run configuration of a scheduled suite. */
function SuiteScheduleFields({ projectId, configurationId, onChange }: ScheduleFields) {
  const configurations = useQuery(runConfigurationsQuery(projectId)).data;
  const isDeleted = configurationId !== null && configurations?.every(({ uuid }) => uuid !== configurationId) === true;
  return (
    <Select
      label="Run configuration"
      description="An environment chosen above wins over its own"
      placeholder={usualRunSettings.targets.map(runTargetTitle).join(', ')}
      clearable
      searchable
      nothingFoundMessage="No matching configuration"
      data={(configurations ?? []).map(({ uuid: value, name: label }) => ({ value, label }))}
      value={configurationId}
      error={isDeleted ? 'The run configuration was deleted. Choose another one.' : undefined}
      onChange={(chosen) => onChange({ configurationId: chosen })}
    />
  );
}

/** What a scheduled suite needs. */
export const webSubjects: SubjectParts = { scheduleForms: [{ kind: 'web-suite', Fields: SuiteScheduleFields }] };

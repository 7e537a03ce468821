import { NumberInput, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ScheduleFields, SubjectParts } from '../../../../shared/subjects/subject-parts.ts';
import { prerequisitesQuery } from '../../api/prerequisites.queries.ts';

interface SuiteOptions {
  parallel?: number;
  stopOnFailure?: boolean;
  runPrerequisites?: boolean;
}

/** SuiteScheduleFields is how a suite runs that is scheduled. */
export function SuiteScheduleFields({ projectId, options, onChange }: ScheduleFields) {
  const { parallel = 1, stopOnFailure = false, runPrerequisites = true } = options as SuiteOptions;
  const hasPrerequisites = (useQuery(prerequisitesQuery(projectId)).data ?? []).some(({ enabled }) => enabled);
  const change = (patch: SuiteOptions) => onChange({ options: { ...options, ...patch } });
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <NumberInput
        label="Requests at once"
        min={1}
        max={100}
        allowDecimal={false}
        value={parallel}
        onChange={(value) => change({ parallel: typeof value === 'number' ? value : 1 })}
      />
      {hasPrerequisites ? (
        <Switch
          label="Run prerequisites first"
          checked={runPrerequisites}
          onChange={(event) => change({ runPrerequisites: event.currentTarget.checked })}
        />
      ) : null}
      <Switch
        label="Stop after the first failure"
        checked={stopOnFailure}
        onChange={(event) => change({ stopOnFailure: event.currentTarget.checked })}
      />
    </div>
  );
}

/** What suites that are scheduled ask. */
export const suiteSubjects: SubjectParts = { scheduleForms: [{ kind: 'api-suite', Fields: SuiteScheduleFields }] };

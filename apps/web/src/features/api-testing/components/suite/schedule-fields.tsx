import { NumberInput, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataFileChoice } from '@touchstone/contracts/workspaces';
import type { ScheduleFields } from '../../../../shared/subjects/subject-parts.ts';
import { prerequisitesQuery } from '../../api/prerequisites.queries.ts';
import { checkDataRows } from '../../model/data-rows.ts';
import { DataRows } from '../run/data-rows.tsx';

/** How a scheduled suite runs. */
export interface SuiteOptions {
  parallel?: number;
  stopOnFailure?: boolean;
  runPrerequisites?: boolean;
  /** null: rows are enabled, but no file is selected yet. */
  dataFile?: DataFileChoice | null | undefined;
}

/** SuiteScheduleFields edits how a scheduled suite runs. */
export function SuiteScheduleFields({ projectId, targetId, options, onChange }: ScheduleFields) {
  const { dataFile, parallel = 1, stopOnFailure = false, runPrerequisites = true } = options as SuiteOptions;
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
      <DataRows
        context={{ projectId, suiteIds: [targetId] }}
        isOn={dataFile !== undefined}
        onToggle={(isOn) => change({ dataFile: isOn ? null : undefined })}
        choice={dataFile ?? null}
        onChange={(choice) => change({ dataFile: choice })}
        remembered={null}
        problems={dataFile ? checkDataRows(dataFile) : {}}
      />
    </div>
  );
}

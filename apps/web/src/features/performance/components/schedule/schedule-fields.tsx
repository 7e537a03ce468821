import { Select } from '@mantine/core';
import { performanceLoadSchema } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import type { ScheduleFields } from '../../../../shared/subjects/subject-parts.ts';
import { checkDataRows, DataRows } from '../../../api-testing/index.ts';
import { emptyLoadForm, formOfLoad, type LoadForm, loadOf, loadProblems } from '../../model/load-form.ts';
import { dataFileOf, performanceOf, thresholdProblem } from '../../model/schedule-options.ts';
import { type DataMode, dataModes } from '../../model/target.ts';
import { LoadFields } from '../load-fields.tsx';
import { ThresholdTags } from '../threshold-tags.tsx';

/** PerformanceScheduleFields is the load, the thresholds and the rows of a performance run that is scheduled. */
export function PerformanceScheduleFields({ projectId, targetId, options, onChange }: ScheduleFields) {
  const performance = performanceOf(options);
  const [form, setForm] = useState<LoadForm>(() => {
    const read = performanceLoadSchema.safeParse(performance.load);
    return read.success ? formOfLoad(read.data) : emptyLoadForm;
  });
  const change = (patch: Partial<LoadForm>) => {
    const next = { ...form, ...patch };
    setForm(next);
    const { load: _before, ...others } = performance;
    const isRight = Object.keys(loadProblems(next, null)).length === 0;
    onChange({ options: { ...options, performance: isRight ? { ...others, load: loadOf(next) } : others } });
  };
  const { thresholds = [], dataMode = 'shared' } = performance;
  const dataFile = dataFileOf(options);
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <LoadFields form={form} problems={loadProblems(form, null)} onChange={change} />
      <ThresholdTags
        description="The run passes if all hold. Press Enter after each."
        expressions={thresholds.map(({ expression }) => expression)}
        problem={thresholdProblem(thresholds)}
        onChange={(next) =>
          onChange({
            options: {
              ...options,
              performance: {
                ...performance,
                thresholds: next.map(
                  (expression) => thresholds.find((one) => one.expression === expression) ?? { expression },
                ),
              },
            },
          })
        }
      />
      <DataRows
        words={{
          label: 'Take values from the rows of a data file',
          description: 'Each iteration takes one row; a column gives its value to the variable of its name.',
        }}
        context={{ projectId, suiteIds: [targetId] }}
        isOn={dataFile !== undefined}
        onToggle={(isOn) => onChange({ options: { ...options, dataFile: isOn ? null : undefined } })}
        choice={dataFile ?? null}
        onChange={(choice) => onChange({ options: { ...options, dataFile: choice } })}
        remembered={null}
        problems={dataFile ? checkDataRows(dataFile) : {}}
      />
      {dataFile ? (
        <Select
          label="Rows"
          allowDeselect={false}
          data={[...dataModes]}
          value={dataMode}
          onChange={(mode) =>
            onChange({ options: { ...options, performance: { ...performance, dataMode: mode as DataMode } } })
          }
        />
      ) : null}
    </div>
  );
}

import { performanceLoadSchema } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import type { ScheduleFields } from '../../../../shared/subjects/subject-parts.ts';
import { emptyLoadForm, formOfLoad, type LoadForm, loadOf, loadProblems } from '../../model/load-form.ts';
import { dataFileOf, performanceOf, thresholdProblem } from '../../model/schedule-options.ts';
import { LoadFields } from '../load-fields.tsx';
import { LoadRows } from '../load-rows.tsx';
import { ThresholdTags } from '../threshold-tags.tsx';

/** PerformanceScheduleFields is the load, thresholds and rows of a scheduled performance run. */
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
      <LoadRows
        projectId={projectId}
        suiteIds={[targetId]}
        dataFile={dataFile}
        dataMode={dataMode}
        onDataFile={(choice) => onChange({ options: { ...options, dataFile: choice } })}
        onDataMode={(mode) => onChange({ options: { ...options, performance: { ...performance, dataMode: mode } } })}
      />
    </div>
  );
}

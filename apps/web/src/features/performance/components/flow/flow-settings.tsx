import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { performanceLoadSchema } from '@touchstone/contracts/api-testing';
import { parseThreshold } from '@touchstone/engine-load/core';
import { useState } from 'react';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { everySuiteQuery } from '../../../api-testing/index.ts';
import { emptyLoadForm, formOfLoad, type LoadForm, loadOf, loadProblems } from '../../model/load-form.ts';
import { dataFileOf, dataModeOf } from '../../model/schedule-options.ts';
import { LoadFields } from '../load-fields.tsx';
import { LoadRows } from '../load-rows.tsx';
import { ThresholdTags } from '../threshold-tags.tsx';

/** PerformanceRunSettings is the suite, load, rows and thresholds of a block that runs a suite under load. */
export function PerformanceRunSettings({ node, projectId, isReadOnly, onChange }: FlowNodeSettings) {
  const { suiteId, load, thresholds, projectId: home } = node.settings;
  const place = typeof home === 'string' ? home : projectId;
  const suites = useQuery(everySuiteQuery(place));
  const [form, setForm] = useState<LoadForm>(() => {
    const read = performanceLoadSchema.safeParse(load);
    return read.success ? formOfLoad(read.data) : emptyLoadForm;
  });
  const change = (patch: Partial<LoadForm>) => {
    const next = { ...form, ...patch };
    setForm(next);
    onChange({ load: Object.keys(loadProblems(next, null)).length === 0 ? loadOf(next) : undefined });
  };
  const expressions = Array.isArray(thresholds) ? thresholds.filter((one) => typeof one === 'string') : [];
  const problem = expressions.map((expression) => ({ expression, parsed: parseThreshold(expression) }));
  const wrong = problem.find(({ parsed }) => 'problem' in parsed);
  return (
    <fieldset
      disabled={isReadOnly}
      className="form"
      style={{ border: 0, padding: 0, margin: '12px 0 0', minWidth: 0, display: 'grid', gap: 12 }}
    >
      <Select
        label="Suite"
        placeholder="Choose a suite"
        searchable
        limit={100}
        allowDeselect={false}
        description={suites.data?.length === 0 ? 'Open a suite in the library and add "Load test".' : undefined}
        nothingFoundMessage="No matching suite"
        data={(suites.data ?? []).map((suite) => ({ value: suite.suiteId, label: suite.suiteName }))}
        value={typeof suiteId === 'string' && suiteId !== '' ? suiteId : null}
        onChange={(chosen) => onChange({ suiteId: chosen ?? undefined })}
      />
      <LoadFields form={form} problems={loadProblems(form, null)} onChange={change} />
      <LoadRows
        projectId={place}
        suiteIds={typeof suiteId === 'string' && suiteId !== '' ? [suiteId] : []}
        dataFile={dataFileOf(node.settings)}
        dataMode={dataModeOf(node.settings)}
        onDataFile={(dataFile) => onChange({ dataFile })}
        onDataMode={(dataMode) => onChange({ dataMode })}
      />
      <ThresholdTags
        description="The block passes if all hold. Press Enter after each."
        expressions={expressions}
        problem={wrong && 'problem' in wrong.parsed ? `${wrong.expression}: ${wrong.parsed.problem}` : undefined}
        onChange={(next) => onChange({ thresholds: next })}
      />
    </fieldset>
  );
}

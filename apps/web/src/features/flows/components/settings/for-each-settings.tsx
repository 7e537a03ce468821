import { NumberInput, Select } from '@mantine/core';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { SubWorkflowSettings } from './sub-workflow-settings.tsx';

/** ForEachSettings selects the workflow to run for each row, the parallelism, and the effect of a failed row. */
export function ForEachSettings(props: FlowNodeSettings) {
  const { node, isReadOnly, onChange } = props;
  const { parallel, whenFailed } = node.settings;
  return (
    <>
      <SubWorkflowSettings {...props} />
      <NumberInput
        label="Rows at once"
        min={1}
        max={100}
        allowDecimal={false}
        disabled={isReadOnly}
        value={typeof parallel === 'number' ? parallel : 1}
        onChange={(value) => onChange({ parallel: typeof value === 'number' ? value : undefined })}
      />
      <Select
        label="If a row fails"
        allowDeselect={false}
        disabled={isReadOnly}
        data={[
          { value: 'stop', label: 'Start no more rows' },
          { value: 'continue', label: 'Run the other rows, then fail' },
        ]}
        value={whenFailed === 'continue' ? 'continue' : 'stop'}
        onChange={(value) => onChange({ whenFailed: value ?? 'stop' })}
      />
      <p className="dim">Columns, other inputs and rowNumber are variables of each run.</p>
    </>
  );
}

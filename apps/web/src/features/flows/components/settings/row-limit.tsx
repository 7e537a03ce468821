import { NumberInput } from '@mantine/core';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';

/** RowLimit limits the rows that a block returns. */
export function RowLimit({ node, isReadOnly, onChange }: Pick<FlowNodeSettings, 'node' | 'isReadOnly' | 'onChange'>) {
  const { maxRows } = node.settings;
  return (
    <NumberInput
      label="Row limit"
      description="The block fails if there are more rows."
      placeholder="1000"
      min={1}
      max={10_000}
      allowDecimal={false}
      disabled={isReadOnly}
      value={typeof maxRows === 'number' ? maxRows : ''}
      onChange={(value) => onChange({ maxRows: typeof value === 'number' ? value : undefined })}
    />
  );
}

import { NumberInput } from '@mantine/core';
import { useMemo } from 'react';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { CodeField } from '../../../../ui/code-editor/code-field.tsx';
import { textOf } from '../../model/settings-values.ts';

const always = [
  { label: 'inputs', detail: 'All inputs by name' },
  { label: 'console.log', detail: 'Writes to the details of the run' },
  { label: 'pm.environment.get', detail: 'A variable of the environment' },
  { label: 'pm.sendRequest', detail: 'Sends a request' },
];

/** JavascriptSettings edits the script of a block. */
export function JavascriptSettings({ node, isReadOnly, onChange }: FlowNodeSettings) {
  const words = useMemo(
    () => [...node.inputs.map(({ name, type }) => ({ label: name, detail: `Input, ${type}` })), ...always],
    [node.inputs],
  );
  const { timeoutMs } = node.settings;
  return (
    <>
      <CodeField
        label="Script"
        description="Inputs are variables. Return an object with a field for each output."
        language="javascript"
        placeholder="return { total: price * quantity };"
        value={textOf(node.settings.code)}
        readOnly={isReadOnly}
        words={words}
        onChange={(code) => onChange({ code })}
      />
      <NumberInput
        label="Time limit (ms)"
        description="Time to compute, without waiting for requests: 10 seconds at most."
        placeholder="3000"
        min={1}
        max={10_000}
        allowDecimal={false}
        disabled={isReadOnly}
        value={typeof timeoutMs === 'number' ? timeoutMs : ''}
        onChange={(value) => onChange({ timeoutMs: typeof value === 'number' ? value : undefined })}
      />
    </>
  );
}

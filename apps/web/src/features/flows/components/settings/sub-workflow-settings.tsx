import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { flowQuery, flowsQuery } from '../../api/flows.queries.ts';
import { textOf } from '../../model/settings-values.ts';

const typingMs = 200;

/** SubWorkflowSettings selects the workflow that a block runs. */
export function SubWorkflowSettings({ node, projectId, isReadOnly, onChange }: FlowNodeSettings) {
  const chosen = textOf(node.settings.workflowId);
  const [text, setText] = useState('');
  const [searchTerm] = useDebouncedValue(text, typingMs);
  const found = useQuery(flowsQuery({ projectId, page: 0, size: 50, ...(searchTerm && { searchTerm }) }));
  const options = (found.data?.content ?? []).map(({ flowId, name }) => ({ value: flowId, label: name }));
  const isListed = chosen === '' || options.some(({ value }) => value === chosen);
  const own = useQuery({ ...flowQuery(chosen), enabled: !isListed && found.isSuccess });
  const data = isListed ? options : [{ value: chosen, label: own.data?.name ?? 'Deleted workflow' }, ...options];
  return (
    <Select
      label="Workflow"
      placeholder="Choose a workflow"
      searchable
      allowDeselect={false}
      disabled={isReadOnly}
      nothingFoundMessage="No matching workflow"
      data={data}
      value={chosen === '' ? null : chosen}
      // Selecting writes the name into the field, which isn't a search.
      onSearchChange={(typed) => setText(data.some(({ label }) => label === typed) ? '' : typed)}
      onChange={(workflowId) => onChange({ workflowId: workflowId ?? undefined })}
    />
  );
}

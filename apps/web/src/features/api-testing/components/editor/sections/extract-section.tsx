import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core';
import type { DataHandler } from '@touchstone/contracts/api-testing';
import { Plus, X } from 'lucide-react';
import type { Problems } from '../../../model/editor/script-draft.ts';
import classes from '../editor.module.css';
import { VariableInput } from '../variable-input.tsx';

interface Props<Draft> {
  draft: Draft;
  onChange: (draft: Draft) => void;
  problems: Problems;
}

const sources: Record<DataHandler['source'], { label: string; placeholder?: string }> = {
  jsonPath: { label: 'JSON path', placeholder: '$.token' },
  xpath: { label: 'XPath', placeholder: '//token' },
  header: { label: 'Header', placeholder: 'Location' },
  cookie: { label: 'Cookie', placeholder: 'session' },
  regex: { label: 'Body pattern', placeholder: 'id=(\\d+)' },
  status: { label: 'Status' },
  body: { label: 'Whole body' },
};

/** ExtractSection edits the data handlers: response values that later requests use as variables. */
export function ExtractSection<Draft extends { dataHandlers: DataHandler[] }>({
  draft,
  onChange,
  problems,
}: Props<Draft>) {
  const { dataHandlers } = draft;
  const set = (next: DataHandler[]) => onChange({ ...draft, dataHandlers: next });
  const change = (index: number, patch: Partial<DataHandler>) =>
    set(dataHandlers.map((item, at) => (at === index ? { ...item, ...patch } : item)));
  return (
    <>
      {dataHandlers.length > 0 ? (
        <table className={classes.rows}>
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">Enabled</span>
              </th>
              <th scope="col" style={{ width: '26%' }}>
                Variable
              </th>
              <th scope="col" style={{ width: 180 }}>
                Taken from
              </th>
              <th scope="col">Extract path</th>
              <th style={{ width: 36 }}>
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {dataHandlers.map((handler, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a handler has no identity before it is saved
              <tr key={index}>
                <td className={classes.middle}>
                  <Checkbox
                    aria-label={`Use data handler ${index + 1}`}
                    checked={handler.enabled}
                    onChange={(event) => change(index, { enabled: event.currentTarget.checked })}
                  />
                </td>
                <td>
                  <TextInput
                    aria-label={`Variable of data handler ${index + 1}`}
                    classNames={{ input: 'mono' }}
                    value={handler.name}
                    error={problems[`dataHandlers.${index}.name`]}
                    onChange={(event) => change(index, { name: event.currentTarget.value })}
                  />
                </td>
                <td>
                  <Select
                    aria-label={`Source of data handler ${index + 1}`}
                    allowDeselect={false}
                    data={Object.entries(sources).map(([value, { label }]) => ({ value, label }))}
                    value={handler.source}
                    onChange={(value) => value && change(index, { source: value as DataHandler['source'] })}
                  />
                </td>
                <td>
                  {handler.source === 'status' || handler.source === 'body' ? null : (
                    <VariableInput
                      aria-label={`Extract path of data handler ${index + 1}`}
                      inputClass="mono"
                      placeholder={sources[handler.source].placeholder}
                      value={handler.path}
                      error={problems[`dataHandlers.${index}.path`]}
                      onChange={(path) => change(index, { path })}
                    />
                  )}
                </td>
                <td>
                  <ActionIcon
                    aria-label={`Remove data handler ${index + 1}`}
                    onClick={() => set(dataHandlers.filter((_, at) => at !== index))}
                  >
                    <X size={14} />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="dim" style={{ padding: '16px 16px 4px' }}>
          A data handler saves a response value as a variable for later requests.
        </p>
      )}
      <div style={{ padding: '8px 12px' }}>
        <Button
          variant="default"
          leftSection={<Plus size={14} />}
          onClick={() => set([...dataHandlers, { name: '', source: 'jsonPath', path: '', enabled: true }])}
        >
          Add data handler
        </Button>
      </div>
    </>
  );
}

import { NumberInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { CodeField } from '../../../../ui/code-editor/code-field.tsx';
import { databasesQuery } from '../../../api-testing/index.ts';
import { textOf } from '../../model/settings-values.ts';
import { RowLimit } from './row-limit.tsx';

/** SqlQuerySettings edits a block's query and its database. */
export function SqlQuerySettings({ node, projectId, isReadOnly, onChange, onDatabase }: FlowNodeSettings) {
  const databases = useQuery(databasesQuery(projectId));
  const list = databases.data ?? [];
  const chosen = list.find(({ databaseConfigurationId }) => databaseConfigurationId === node.databaseId);
  const isMongo = chosen?.kind === 'mongodb';
  const { timeoutMs } = node.settings;
  return (
    <>
      <Select
        label="Database"
        placeholder="Choose a database"
        nothingFoundMessage="No databases yet"
        allowDeselect={false}
        disabled={isReadOnly}
        data={list.map(({ databaseConfigurationId, name }) => ({ value: databaseConfigurationId, label: name }))}
        value={chosen?.databaseConfigurationId ?? null}
        onChange={(databaseId) => onDatabase(databaseId ?? undefined)}
      />
      <CodeField
        label="Query"
        description="One read-only statement. Write {{name}} for an input; it is sent as a parameter."
        language={isMongo ? 'json' : 'text'}
        placeholder={
          isMongo
            ? '{ "collection": "users", "filter": { "email": "{{email}}" } }'
            : 'select id, token from users where email = {{email}}'
        }
        value={textOf(node.settings.query)}
        readOnly={isReadOnly}
        onChange={(query) => onChange({ query })}
      />
      <RowLimit node={node} isReadOnly={isReadOnly} onChange={onChange} />
      <NumberInput
        label="Time limit (ms)"
        placeholder="30000"
        min={1}
        max={60_000}
        allowDecimal={false}
        disabled={isReadOnly}
        value={typeof timeoutMs === 'number' ? timeoutMs : ''}
        onChange={(value) => onChange({ timeoutMs: typeof value === 'number' ? value : undefined })}
      />
    </>
  );
}

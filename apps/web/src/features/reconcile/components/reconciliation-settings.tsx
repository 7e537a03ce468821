import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FlowNodeSettings } from '../../../shared/flows/flow-node-look.ts';
import { projectsQuery } from '../../api-testing/index.ts';
import { reconciliationQuery, reconciliationsQuery } from '../api/reconcile.queries.ts';

const typingMs = 200;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** ReconciliationSettings chooses the reconciliation that a block runs: one of the workflow's workspace, or of any workspace where the workflow has none of API testing. */
export function ReconciliationSettings(props: FlowNodeSettings) {
  const { node, projectId, isReadOnly, onChange } = props;
  const projects = useQuery(projectsQuery());
  const list = projects.data?.content ?? [];
  const isElsewhere = projects.isSuccess && !list.some((project) => project.projectId === projectId);
  const workspaceId = isElsewhere ? textOf(node.settings.projectId) : projectId;
  return (
    <>
      {isElsewhere ? (
        <Select
          label="Workspace"
          placeholder="Choose a workspace"
          searchable
          allowDeselect={false}
          disabled={isReadOnly}
          nothingFoundMessage="No matching workspace"
          data={list.map((project) => ({ value: project.projectId, label: project.projectName }))}
          value={workspaceId === '' ? null : workspaceId}
          onChange={(chosen) => onChange({ projectId: chosen ?? undefined, reconciliationId: undefined })}
        />
      ) : null}
      <ReconciliationSelect {...props} workspaceId={workspaceId} />
    </>
  );
}

function ReconciliationSelect({ node, workspaceId, isReadOnly, onChange }: FlowNodeSettings & { workspaceId: string }) {
  const chosen = textOf(node.settings.reconciliationId);
  const [text, setText] = useState('');
  const [searchTerm] = useDebouncedValue(text, typingMs);
  const found = useQuery({
    ...reconciliationsQuery({ projectId: workspaceId, page: 0, size: 50, ...(searchTerm && { searchTerm }) }),
    enabled: workspaceId !== '',
  });
  const content = workspaceId === '' ? [] : (found.data?.content ?? []);
  const options = content.map(({ reconciliationId, name }) => ({ value: reconciliationId, label: name }));
  const isListed = chosen === '' || options.some(({ value }) => value === chosen);
  const own = useQuery({ ...reconciliationQuery(chosen), enabled: !isListed && found.isSuccess, retry: false });
  const data = isListed ? options : [{ value: chosen, label: own.data?.name ?? 'Deleted reconciliation' }, ...options];
  return (
    <Select
      label="Reconciliation"
      placeholder="Choose a reconciliation"
      searchable
      allowDeselect={false}
      disabled={isReadOnly || workspaceId === ''}
      nothingFoundMessage={
        options.length === 0 && searchTerm === '' ? 'No reconciliations yet' : 'No matching reconciliation'
      }
      data={data}
      value={chosen === '' ? null : chosen}
      // A choice writes its name into the field, which is no search.
      onSearchChange={(typed) => setText(data.some(({ label }) => label === typed) ? '' : typed)}
      onChange={(reconciliationId) => onChange({ reconciliationId: reconciliationId ?? undefined })}
    />
  );
}

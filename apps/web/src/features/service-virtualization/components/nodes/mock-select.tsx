import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { useTeam } from '../../../../shared/session/use-team.ts';
import { projectQuery, projectsQuery } from '../../api/projects.queries.ts';

/** textOf returns a setting as text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** MockSelect selects the mock of a block. */
export function MockSelect({ node, isReadOnly, onChange }: FlowNodeSettings) {
  const { team } = useTeam();
  const chosen = textOf(node.settings.mockId);
  const list = useQuery(projectsQuery(team?.teamId));
  const options = (list.data?.content ?? []).map(({ projectId, projectName }) => ({
    value: projectId,
    label: projectName,
  }));
  const isListed = chosen === '' || options.some(({ value }) => value === chosen);
  const own = useQuery({ ...projectQuery(chosen), enabled: !isListed && list.isSuccess, retry: false });
  const data = isListed ? options : [{ value: chosen, label: own.data?.projectName ?? 'Deleted mock' }, ...options];
  return (
    <Select
      label="Mock"
      placeholder="Choose a mock"
      searchable
      allowDeselect={false}
      disabled={isReadOnly}
      nothingFoundMessage={options.length === 0 ? 'No mocks yet' : 'No matching mock'}
      data={data}
      value={chosen === '' ? null : chosen}
      onChange={(mockId) => onChange({ mockId: mockId ?? undefined, assetId: undefined })}
    />
  );
}

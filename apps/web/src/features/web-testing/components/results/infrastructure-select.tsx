import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { browserTitles } from '@touchstone/contracts/web-testing';
import { nodesQuery } from '../../api/executions.ts';

interface Props {
  value: string | null;
  onChange: (label: string | null) => void;
}

/** InfrastructureSelect selects the runners that execute scripts by their label; hidden if no runner has one. */
export function InfrastructureSelect({ value, onChange }: Props) {
  const nodes = useQuery(nodesQuery).data ?? [];
  const labels = nodes.flatMap(({ label }) => label ?? []);
  if (labels.length === 0 && value === null) return null;
  const known = value === null || labels.includes(value) ? labels : [...labels, value];
  const node = nodes.find(({ label }) => label === value);
  return (
    <Select
      label="Infrastructure"
      description={node ? describe(node) : 'No runner has this label now. Runs wait for one.'}
      allowDeselect={false}
      data={[{ value: '', label: 'Any runner' }, ...known.map((label) => ({ value: label, label }))]}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen ? chosen : null)}
    />
  );
}

function describe({ runners, browsers }: { runners: number; browsers: { name: string; version: string | null }[] }) {
  const names = browsers.map(({ name, version }) =>
    [browserTitles[name as keyof typeof browserTitles], version?.split('.')[0]].filter(Boolean).join(' '),
  );
  return [`${runners} runner${runners === 1 ? '' : 's'}`, ...(names.length > 0 ? names : ['no browser'])].join(' · ');
}

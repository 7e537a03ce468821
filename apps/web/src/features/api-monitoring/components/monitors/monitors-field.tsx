import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { RemoteMultiSelect } from '../../../../ui/select/remote-select.tsx';
import { monitorChoices, monitorNamesQuery } from '../../api/monitors.queries.ts';

interface Props {
  projectId: string;
  value: readonly string[];
  error?: string | undefined;
  onChange: (monitorIds: string[]) => void;
}

/** MonitorsField selects monitored APIs of a project. Selected ones show their names, and deleted ones say so. */
export function MonitorsField({ projectId, value, error, onChange }: Props) {
  const [given] = useState(value);
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const source = useMemo(() => monitorChoices(projectId), [projectId]);
  const names = useQuery({ ...monitorNamesQuery(projectId, given), enabled: given.length > 0 }).data;
  const nameOf = (id: string) => picked.get(id) ?? names?.get(id) ?? (names ? 'Deleted monitored API' : '…');
  return (
    <RemoteMultiSelect
      label="Monitored APIs"
      source={source}
      nothingFound="No matching monitored API"
      value={value.map((id) => ({ value: id, label: nameOf(id) }))}
      error={error}
      onChange={(choices) => {
        setPicked(new Map([...picked, ...choices.map(({ value: id, label }) => [id, label] as const)]));
        onChange(choices.map(({ value: id }) => id));
      }}
    />
  );
}

import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

export interface Choice {
  value: string;
  label: string;
}

/** Where the choices of a list come from that is too long to be loaded whole. */
export interface ChoiceSource {
  queryKey: QueryKey;
  /** The first choices whose name holds `searchTerm`. */
  load: (searchTerm: string, signal: AbortSignal) => Promise<Choice[]>;
}

interface Props {
  label: string;
  description?: string;
  placeholder?: string;
  source: ChoiceSource;
  /** Said when nothing fits. */
  nothingFound: string;
  error?: string | undefined;
}

function useChoices({ queryKey, load }: ChoiceSource, typed: string) {
  const [term] = useDebouncedValue(typed.trim(), 200);
  return useQuery({
    queryKey: [...queryKey, 'choices', term],
    queryFn: ({ signal }) => load(term, signal),
    placeholderData: keepPreviousData,
  });
}

const withChosen = (found: Choice[], chosen: Choice[]) => [
  ...chosen,
  ...found.filter(({ value }) => !chosen.some((choice) => choice.value === value)),
];

/** RemoteMultiSelect chooses several entries of a list that the server searches. */
export function RemoteMultiSelect(props: Props & { value: Choice[]; onChange: (value: Choice[]) => void }) {
  const { source, nothingFound, value, onChange, ...field } = props;
  const [typed, setTyped] = useState('');
  const found = useChoices(source, typed);
  const data = withChosen(found.data ?? [], value);
  return (
    <MultiSelect
      {...field}
      searchable
      clearable
      hidePickedOptions
      data={data}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value.map((choice) => choice.value)}
      onChange={(values) => onChange(data.filter((choice) => values.includes(choice.value)))}
      nothingFoundMessage={found.isPending ? 'Searching…' : nothingFound}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
    />
  );
}

/** RemoteSelect chooses one entry of a list that the server searches. */
export function RemoteSelect(props: Props & { value: Choice | null; onChange: (value: Choice | null) => void }) {
  const { source, nothingFound, value, onChange, ...field } = props;
  const [typed, setTyped] = useState('');
  const found = useChoices(source, typed === value?.label ? '' : typed);
  const data = withChosen(found.data ?? [], value ? [value] : []);
  return (
    <Select
      {...field}
      searchable
      data={data}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value?.value ?? null}
      onChange={(chosen) => onChange(data.find((choice) => choice.value === chosen) ?? null)}
      nothingFoundMessage={found.isPending ? 'Searching…' : nothingFound}
    />
  );
}

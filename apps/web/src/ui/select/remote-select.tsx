import { Combobox, Pill, PillsInput, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { Choice, ChoiceSource } from '../../shared/choices.ts';
import { messageOf } from '../../shared/toasts.ts';
import { ChoiceDropdown, useChoiceList } from './choice-dropdown.tsx';
import { useRemoteChoices } from './remote-choices.ts';

interface Props {
  label: string;
  description?: string;
  placeholder?: string | undefined;
  source: ChoiceSource;
  /** Shown if nothing matches the query. */
  nothingFound: string;
  error?: string | undefined;
  disabled?: boolean;
}

interface SelectProps extends Props {
  value: Choice | null;
  onChange: (value: Choice) => void;
  onBlur?: () => void;
  /** Shown at the field if the list has no entries at all. */
  emptyMessage?: string;
}

/** The field's message about its list: why it couldn't be loaded, or that it is empty. */
const listProblem = (found: ReturnType<typeof useRemoteChoices>, emptyMessage?: string) =>
  found.error ? messageOf(found.error) : found.isEmpty ? emptyMessage : undefined;

/** RemoteSelect selects one entry of a list that the server searches and pages. */
export function RemoteSelect(props: SelectProps) {
  const { source, nothingFound, value, onChange, onBlur, emptyMessage, error, ...field } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const found = useRemoteChoices(source, typed ?? '');
  const pick = (choice: Choice) => {
    onChange(choice);
    list.store.closeDropdown();
  };
  const problem = listProblem(found, emptyMessage);
  const list = useChoiceList({ choices: found.choices, onPick: pick, onClose: () => setTyped(null) });
  const submit = (chosen: string) => {
    const choice = found.choices.find((item) => item.value === chosen);
    if (choice) pick(choice);
  };
  return (
    <Combobox
      store={list.store}
      onOptionSubmit={submit}
      shadow="md"
      resetSelectionOnOptionHover={false}
      keepMounted={false}
    >
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <TextInput
          {...field}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          value={typed ?? value?.label ?? ''}
          error={problem || error}
          onClick={() => {
            if (found.error) found.retry();
            list.store.openDropdown();
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            list.store.openDropdown();
          }}
          onBlur={() => {
            list.store.closeDropdown();
            setTyped(null);
            onBlur?.();
          }}
        />
      </Combobox.Target>
      <ChoiceDropdown
        label={field.label}
        choices={found.choices}
        list={list}
        none={problem ? undefined : found.isSearching ? 'Searching…' : nothingFound}
        onMore={found.loadMore}
      />
    </Combobox>
  );
}

/** RemoteMultiSelect selects several entries of a list that the server searches and pages. */
export function RemoteMultiSelect(props: Props & { value: Choice[]; onChange: (value: Choice[]) => void }) {
  const { source, nothingFound, value, onChange, placeholder, error, ...field } = props;
  const [typed, setTyped] = useState('');
  const found = useRemoteChoices(source, typed);
  const choices = found.choices.filter((choice) => !value.some((chosen) => chosen.value === choice.value));
  const pick = (choice: Choice) => {
    onChange([...value, choice]);
    setTyped('');
  };
  const problem = listProblem(found);
  const list = useChoiceList({ choices, onPick: pick, onClose: () => setTyped('') });
  const submit = (chosen: string) => {
    const choice = choices.find((item) => item.value === chosen);
    if (choice) pick(choice);
  };
  const removeLast = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1));
  };
  return (
    <Combobox
      store={list.store}
      onOptionSubmit={submit}
      shadow="md"
      resetSelectionOnOptionHover={false}
      keepMounted={false}
    >
      <Combobox.DropdownTarget>
        <PillsInput
          {...field}
          error={problem || error}
          onClick={() => {
            if (found.error) found.retry();
            list.store.openDropdown();
          }}
        >
          <Pill.Group>
            {value.map((chosen) => (
              <Pill
                key={chosen.value}
                withRemoveButton
                removeButtonProps={{ 'aria-label': `Remove ${chosen.label}` }}
                onRemove={() => onChange(value.filter((choice) => choice.value !== chosen.value))}
              >
                {chosen.label}
              </Pill>
            ))}
            <Combobox.EventsTarget withExpandedAttribute autoComplete="off">
              <PillsInput.Field
                placeholder={value.length === 0 ? placeholder : undefined}
                value={typed}
                onChange={(event) => {
                  setTyped(event.currentTarget.value);
                  list.store.openDropdown();
                }}
                onKeyDown={removeLast}
                onBlur={() => list.store.closeDropdown()}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <ChoiceDropdown
        label={field.label}
        choices={choices}
        list={list}
        none={problem ? undefined : found.isSearching ? 'Searching…' : nothingFound}
        onMore={found.loadMore}
      />
    </Combobox>
  );
}

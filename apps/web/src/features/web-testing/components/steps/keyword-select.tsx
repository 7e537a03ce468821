import { Select } from '@mantine/core';
import { catalogue, keywordGroups } from '@touchstone/engine-keyword/core';
import type { KeyboardEvent, Ref } from 'react';

const data = keywordGroups.map((group) => ({
  group,
  items: catalogue
    .filter((keyword) => keyword.group === group && keyword.surfaces.includes('web'))
    .map(({ id, title }) => ({ value: id, label: title })),
}));

interface Props {
  inputRef?: Ref<HTMLInputElement>;
  value: string;
  error: boolean;
  readOnly: boolean;
  onChange: (keyword: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** KeywordSelect selects a step's keyword, with search. */
export function KeywordSelect({ inputRef, value, error, readOnly, onChange, onKeyDown }: Props) {
  return (
    <Select
      {...(inputRef && { ref: inputRef })}
      aria-label="Keyword"
      placeholder="Choose a keyword"
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      readOnly={readOnly}
      error={error}
      nothingFoundMessage="No such keyword"
      data={data}
      value={value || null}
      onChange={(keyword) => keyword && onChange(keyword)}
      onKeyDown={onKeyDown}
    />
  );
}

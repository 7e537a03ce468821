import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Parameter } from '@touchstone/engine-keyword/core';
import type { KeyboardEvent } from 'react';
import { VariableInput } from '../../../api-testing/index.ts';

interface Props {
  parameter: Parameter;
  value: string;
  error?: string | undefined;
  readOnly: boolean;
  withHelp?: boolean;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** ArgumentField edits a step's argument in the form that fits its type. */
export function ArgumentField({ parameter, value, error, readOnly, withHelp = false, onChange, onKeyDown }: Props) {
  const { label, type, choices, required, help } = parameter;
  const shared = {
    label: required ? label : `${label} (optional)`,
    error,
    onKeyDown,
    ...(withHelp && help && { description: help }),
  };
  const options = type === 'boolean' ? ['true', 'false'] : choices;
  // A variable may take the place of a choice: then it is typed.
  if (options && (value === '' || options.includes(value)))
    return (
      <NativeSelect
        {...shared}
        disabled={readOnly}
        data={[
          { value: '', label: parameter.default ? wordOf(parameter.default, type) : '—' },
          ...options
            .filter((each) => each !== parameter.default)
            .map((each) => ({ value: each, label: wordOf(each, type) })),
        ]}
        value={value === parameter.default ? '' : value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const text = {
    ...shared,
    readOnly,
    value,
    placeholder: parameter.default,
    spellCheck: false,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (type === 'code' || type === 'query' || type === 'list')
    return <Textarea {...text} autosize minRows={1} maxRows={withHelp ? 20 : 4} className="mono" />;
  if (type === 'variable') return <TextInput {...text} />;
  return (
    <VariableInput {...shared} readOnly={readOnly} value={value} placeholder={parameter.default} onChange={onChange} />
  );
}

const wordOf = (value: string, type: Parameter['type']): string =>
  type === 'boolean' ? (value === 'true' ? 'Yes' : 'No') : value;

import { ActionIcon, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import type { Json } from '../../model/stub/json.ts';
import {
  type MatcherRow,
  matchersOf,
  type OperatorName,
  operatorOf,
  operators,
  rowsOf,
} from '../../model/stub/matcher.ts';
import classes from './editor.module.css';
import { useMirror } from './use-mirror.ts';

const choices = [
  ...Object.entries(operators).map(([value, { label }]) => ({ value, label })),
  { value: 'json', label: 'as JSON' },
];

interface RowProps {
  /** Label of the row, such as "header 1". */
  label: string;
  row: MatcherRow;
  onChange: (row: MatcherRow) => void;
}

/** MatcherFields edits how a value is matched: operator, value, and what the operator ignores. */
export function MatcherFields({ label, row, onChange }: RowProps) {
  const operator = operatorOf(row.operator);
  const isLong = row.operator === 'json' || operator?.given === 'json' || row.operator.includes('Xml');
  const field = {
    'aria-label': `Value of ${label}`,
    placeholder: 'Value',
    spellCheck: false,
    autoComplete: 'off',
    className: classes.value,
    classNames: { input: 'mono' },
    value: row.value,
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...row, value: event.currentTarget.value }),
  };
  return (
    <>
      <Select
        aria-label={`Operator of ${label}`}
        className={classes.operator}
        allowDeselect={false}
        data={choices}
        value={row.operator}
        onChange={(value) => value && onChange({ ...row, operator: value as OperatorName, flags: {} })}
      />
      {operator?.given === 'none' ? (
        <span className={classes.value} />
      ) : isLong ? (
        <Textarea {...field} autosize minRows={2} maxRows={12} />
      ) : (
        <TextInput {...field} />
      )}
      {operator?.flags?.map((flag) => (
        <Checkbox
          key={flag.name}
          size="xs"
          className={classes.flag}
          label={flag.label}
          checked={row.flags[flag.name] ?? false}
          onChange={(event) => onChange({ ...row, flags: { ...row.flags, [flag.name]: event.currentTarget.checked } })}
        />
      ))}
    </>
  );
}

interface GridProps {
  /** What a row is called, such as "header". */
  noun: string;
  matchers: Json;
  onChange: (matchers: Json) => void;
}

/** MatcherGrid edits matchers by name; typing in the last, empty row adds one. */
export function MatcherGrid({ noun, matchers, onChange }: GridProps) {
  const [rows, setRows] = useMirror(matchers, { read: rowsOf, write: matchersOf }, onChange);
  const shown: MatcherRow[] = [...rows, { name: '', operator: 'equalTo', value: '', flags: {} }];
  return (
    <ul className={classes.rows}>
      {shown.map((row, index) => {
        const isNew = index === rows.length;
        const change = (next: MatcherRow) =>
          setRows(isNew ? [...rows, next] : rows.map((each, at) => (at === index ? next : each)));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity, and rows are not moved
          <li key={index} className={classes.row}>
            <TextInput
              className={classes.name}
              classNames={{ input: 'mono' }}
              aria-label={`Name of ${noun} ${index + 1}`}
              placeholder={isNew ? `Add ${noun}` : 'Name'}
              spellCheck={false}
              autoComplete="off"
              value={row.name}
              onChange={(event) => change({ ...row, name: event.currentTarget.value })}
            />
            {isNew ? null : (
              <>
                <MatcherFields label={`${noun} ${index + 1}`} row={row} onChange={change} />
                <ActionIcon
                  size={24}
                  aria-label={`Remove ${noun} ${row.name || index + 1}`}
                  onClick={() => setRows(rows.filter((_, at) => at !== index))}
                >
                  <X size={14} />
                </ActionIcon>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

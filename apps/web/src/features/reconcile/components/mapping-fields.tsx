import { ActionIcon, Button, Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import {
  type CompareAs,
  compareKinds,
  type ReconcileColumn,
  type ReconcileKey,
  type Tolerance,
} from '@touchstone/contracts/reconcile';
import { Plus, X } from 'lucide-react';
import { emptyColumn, emptyKey, type ReconcileDraft } from '../model/reconcile-draft.ts';
import classes from './reconcile.module.css';

interface Props {
  draft: ReconcileDraft;
  problems: Record<string, string>;
  onChange: (patch: Partial<ReconcileDraft>) => void;
}

const kindNames: Record<CompareAs, string> = {
  auto: 'Automatic',
  text: 'Text',
  number: 'Number',
  date: 'Date',
  boolean: 'Boolean',
  json: 'JSON',
};
const kinds = compareKinds.map((value) => ({ value, label: kindNames[value] }));
const units: { value: Tolerance['unit']; label: string }[] = [
  { value: 'absolute', label: '±' },
  { value: 'percent', label: '± %' },
  { value: 'seconds', label: '± s' },
  { value: 'milliseconds', label: '± ms' },
];

/** MappingFields edits the keys that match rows and the columns to compare. */
export function MappingFields({ draft, problems, onChange }: Props) {
  const { keys, columns } = draft;
  return (
    <>
      <fieldset className={classes.part}>
        <legend>Key</legend>
        {keys.map((key, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <div className={classes.row} key={index}>
            <Pair
              row={key}
              name={`Key ${index + 1}`}
              place={`keys.${index}`}
              problems={problems}
              onChange={(patch) => onChange({ keys: keys.with(index, { ...key, ...patch }) })}
            />
            <span />
            <Remove
              label={`Remove key ${index + 1}`}
              isDisabled={keys.length === 1}
              onRemove={() => onChange({ keys: keys.toSpliced(index, 1) })}
            />
          </div>
        ))}
        <div>
          <Add label="Add key column" onAdd={() => onChange({ keys: [...keys, emptyKey] })} />
        </div>
      </fieldset>
      <fieldset className={classes.part}>
        <legend>Compared columns</legend>
        {columns.map((column, index) => (
          <ColumnRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            key={index}
            column={column}
            index={index}
            problems={problems}
            onChange={(patch) => onChange({ columns: columns.with(index, { ...column, ...patch }) })}
            onRemove={() => onChange({ columns: columns.toSpliced(index, 1) })}
          />
        ))}
        <div>
          <Add label="Add column" onAdd={() => onChange({ columns: [...columns, emptyColumn] })} />
        </div>
      </fieldset>
    </>
  );
}

function ColumnRow({
  column,
  index,
  problems,
  onChange,
  onRemove,
}: {
  column: ReconcileColumn;
  index: number;
  problems: Record<string, string>;
  onChange: (patch: Partial<ReconcileColumn>) => void;
  onRemove: () => void;
}) {
  const name = `Column ${index + 1}`;
  const { tolerance } = column;
  const setTolerance = (patch: Partial<Tolerance>) =>
    onChange({
      tolerance: { value: 0, unit: column.compareAs === 'date' ? 'seconds' : 'absolute', ...tolerance, ...patch },
    });
  return (
    <div className={classes.row}>
      <Pair row={column} name={name} place={`columns.${index}`} problems={problems} onChange={onChange} />
      <div className={classes.options}>
        <NumberInput
          aria-label={`${name}: tolerance`}
          placeholder="Tolerance"
          w={90}
          min={0}
          hideControls
          value={tolerance?.value ?? ''}
          error={problems[`columns.${index}.tolerance.value`]}
          onChange={(value) => (value === '' ? onChange({ tolerance: null }) : setTolerance({ value: Number(value) }))}
        />
        {tolerance ? (
          <Select
            aria-label={`${name}: unit of the tolerance`}
            w={80}
            allowDeselect={false}
            data={units}
            value={tolerance.unit}
            onChange={(unit) => setTolerance({ unit: unit as Tolerance['unit'] })}
          />
        ) : null}
        <Toggle
          label="Ignore case"
          name={name}
          isOn={column.ignoreCase}
          onChange={(ignoreCase) => onChange({ ignoreCase })}
        />
        <Toggle label="Trim" name={name} isOn={column.trim} onChange={(trim) => onChange({ trim })} />
        <Toggle
          label="Empty is null"
          name={name}
          isOn={column.nullEqualsEmpty}
          onChange={(nullEqualsEmpty) => onChange({ nullEqualsEmpty })}
        />
      </div>
      <Remove label={`Remove column ${index + 1}`} isDisabled={false} onRemove={onRemove} />
    </div>
  );
}

interface PairProps {
  row: ReconcileKey;
  name: string;
  place: string;
  problems: Record<string, string>;
  onChange: (patch: Partial<ReconcileKey>) => void;
}

function Pair({ row, name, place, problems, onChange }: PairProps) {
  const text = (field: 'apiPath' | 'dbColumn', placeholder: string) => ({
    placeholder,
    classNames: { input: 'mono' },
    spellCheck: false,
    value: row[field],
    error: problems[`${place}.${field}`],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput aria-label={`${name}: API path`} {...text('apiPath', 'API path, such as customer.name')} />
      <TextInput aria-label={`${name}: database column`} {...text('dbColumn', 'Database column')} />
      <Select
        aria-label={`${name}: compare as`}
        allowDeselect={false}
        data={kinds}
        value={row.compareAs}
        onChange={(value) => onChange({ compareAs: value as CompareAs })}
      />
    </>
  );
}

const Toggle = (props: { label: string; name: string; isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <Checkbox
    label={props.label}
    aria-label={`${props.name}: ${props.label}`}
    checked={props.isOn}
    onChange={(event) => props.onChange(event.currentTarget.checked)}
  />
);

const Remove = (props: { label: string; isDisabled: boolean; onRemove: () => void }) => (
  <ActionIcon variant="subtle" aria-label={props.label} disabled={props.isDisabled} onClick={props.onRemove}>
    <X size={14} />
  </ActionIcon>
);

const Add = ({ label, onAdd }: { label: string; onAdd: () => void }) => (
  <Button variant="default" leftSection={<Plus size={14} />} onClick={onAdd}>
    {label}
  </Button>
);

import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { X } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import classes from './key-value-grid.module.css';
import { fromBulkText, type KeyValueRow, toBulkText } from './key-value-text.ts';

/** Props of a value cell; a feature may supply its own input. */
export interface ValueCellProps {
  label: string;
  value: string;
  className: string | undefined;
  isInvalid: boolean;
  onChange: (value: string) => void;
}

const PlainCell = ({ label, value, className, isInvalid, onChange }: ValueCellProps) => (
  <input
    className={className}
    aria-label={label}
    autoComplete="off"
    spellCheck={false}
    aria-invalid={isInvalid || undefined}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

interface Props<T extends KeyValueRow> {
  /** What a row is called, such as "header". */
  noun: string;
  rows: T[];
  onChange: (rows: T[]) => void;
  /** Creates a row from a key-value row. */
  make: (row: KeyValueRow) => T;
  /** Messages by `index.field`. */
  errors?: Record<string, string>;
  keySuggestions?: string[];
  /** The input of a value. */
  ValueCell?: ComponentType<ValueCellProps>;
  /** Renders another value cell, for example a file chooser. */
  renderValue?: (row: T, change: (patch: Partial<T>) => void, index: number) => ReactNode;
  extraColumn?: { header: string; render: (row: T, change: (patch: Partial<T>) => void, index: number) => ReactNode };
  withBulk?: boolean;
  /** False if descriptions aren't stored. */
  withDescription?: boolean;
  heading?: ReactNode;
}

/**
 * KeyValueGrid edits rows of key, value and description; typing in the last, empty row adds one. Bulk edit shows them
 * as text.
 */
export function KeyValueGrid<T extends KeyValueRow>(props: Props<T>) {
  const { noun, rows, onChange, make, withBulk = true, withDescription = true } = props;
  const [bulk, setBulk] = useState<string | null>(null);
  const shown = [...rows, make({ key: '', value: '', enabled: true })];
  const change = (index: number, patch: Partial<T>) => {
    if (index === rows.length) onChange([...rows, { ...shown[index]!, ...patch }]);
    else onChange(rows.map((row, at) => (at === index ? { ...row, ...patch } : row)));
  };
  const listId = props.keySuggestions ? `suggest-${noun.replaceAll(' ', '-')}` : undefined;
  return (
    <div>
      <div className={classes.bar}>
        <div className="grow eyebrow">{props.heading}</div>
        {withBulk ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            onClick={() => {
              if (bulk !== null) onChange(fromBulkText(bulk, rows).map(make));
              setBulk(bulk === null ? toBulkText(rows) : null);
            }}
          >
            {bulk === null ? 'Bulk edit' : 'Back to rows'}
          </Button>
        ) : null}
      </div>
      {bulk === null ? (
        <table className={classes.grid}>
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">Enabled</span>
              </th>
              <th scope="col" style={{ width: '26%' }}>
                Key
              </th>
              {props.extraColumn ? <th scope="col">{props.extraColumn.header}</th> : null}
              <th scope="col">Value</th>
              {withDescription ? (
                <th scope="col" style={{ width: '24%' }}>
                  Description
                </th>
              ) : null}
              <th>
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <GridRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity before it is saved, and rows are not moved
                key={index}
                grid={props}
                row={row}
                index={index}
                isNew={index === rows.length}
                listId={listId}
                onChange={(patch) => change(index, patch)}
                onRemove={() => onChange(rows.filter((_, at) => at !== index))}
              />
            ))}
          </tbody>
        </table>
      ) : (
        <textarea
          className={classes.bulk}
          aria-label={`All ${noun}s as text, one “key: value” a line; # switches a line off`}
          placeholder={'key: value\n# switched-off: value'}
          spellCheck={false}
          value={bulk}
          onChange={(event) => {
            setBulk(event.currentTarget.value);
            onChange(fromBulkText(event.currentTarget.value, rows).map(make));
          }}
        />
      )}
      {listId ? (
        <datalist id={listId}>
          {props.keySuggestions?.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      ) : null}
    </div>
  );
}

interface RowProps<T extends KeyValueRow> {
  grid: Props<T>;
  row: T;
  index: number;
  isNew: boolean;
  listId: string | undefined;
  onChange: (patch: Partial<T>) => void;
  onRemove: () => void;
}

function GridRow<T extends KeyValueRow>({ grid, row, index, isNew, listId, onChange, onRemove }: RowProps<T>) {
  const { noun, errors = {}, ValueCell = PlainCell } = grid;
  const name = row.key || index + 1;
  const set = (patch: Partial<KeyValueRow>) => onChange(patch as Partial<T>);
  const keyError = errors[`${index}.key`];
  const valueError = errors[`${index}.value`];
  return (
    <tr className={row.enabled ? '' : classes.off}>
      <td className={classes.tight}>
        {isNew ? null : (
          <Checkbox
            aria-label={`Use ${noun} ${name}`}
            style={{ display: 'inline-block' }}
            checked={row.enabled}
            onChange={(event) => set({ enabled: event.currentTarget.checked })}
          />
        )}
      </td>
      <td>
        <input
          className={classes.cell}
          aria-label={`Key of ${noun} ${index + 1}`}
          placeholder={isNew ? `Add ${noun}` : undefined}
          list={listId}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={keyError ? true : undefined}
          value={row.key}
          onChange={(event) => set({ key: event.currentTarget.value })}
        />
        {keyError ? <div className={classes.error}>{keyError}</div> : null}
      </td>
      {grid.extraColumn ? <td>{grid.extraColumn.render(row, onChange, index)}</td> : null}
      <td>
        {grid.renderValue?.(row, onChange, index) ?? (
          <ValueCell
            className={classes.cell}
            label={`Value of ${noun} ${index + 1}`}
            isInvalid={valueError !== undefined}
            value={row.value}
            onChange={(value) => set({ value })}
          />
        )}
        {valueError ? <div className={classes.error}>{valueError}</div> : null}
      </td>
      {grid.withDescription === false ? null : (
        <td>
          <input
            className={classes.cell}
            aria-label={`Description of ${noun} ${index + 1}`}
            value={row.description ?? ''}
            onChange={(event) => set({ description: event.currentTarget.value || undefined })}
          />
        </td>
      )}
      <td className={classes.tight}>
        {isNew ? null : (
          <ActionIcon size={24} aria-label={`Remove ${noun} ${name}`} onClick={onRemove}>
            <X size={14} />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}

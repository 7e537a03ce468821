import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { X } from 'lucide-react';
import type { VariableRow } from '../../model/variable-rows.ts';
import classes from './variables-grid.module.css';

interface Props {
  rows: VariableRow[];
  onChange: (rows: VariableRow[]) => void;
  /** Messages by `index.field`. */
  errors: Record<string, string>;
  readOnly: boolean;
}

/**
 * VariablesGrid edits names and values and switches variables off and on; a saved secret is never shown, only replaced.
 */
export function VariablesGrid({ rows, onChange, errors, readOnly }: Props) {
  const shown: VariableRow[] = readOnly ? rows : [...rows, { name: '', value: '', isSecret: false, enabled: true }];
  const change = (index: number, patch: Partial<VariableRow>) =>
    onChange(
      index === rows.length
        ? [...rows, { ...shown[index]!, ...patch }]
        : rows.map((row, at) => (at === index ? { ...row, ...patch } : row)),
    );
  return (
    <table className={classes.grid}>
      <thead>
        <tr>
          <th scope="col" className={classes.tight}>
            On
          </th>
          <th scope="col" style={{ width: '32%' }}>
            Name
          </th>
          <th scope="col">Value</th>
          <th scope="col" style={{ width: 80 }}>
            Secret
          </th>
          <th style={{ width: 40 }}>
            <span className="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((row, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity before it is saved, and rows are not moved
            key={index}
            row={row}
            label={row.name || String(index + 1)}
            isNew={index === rows.length}
            readOnly={readOnly}
            nameError={errors[`${index}.name`]}
            valueError={errors[`${index}.value`]}
            onChange={(patch) => change(index, patch)}
            onRemove={() => onChange(rows.filter((_, at) => at !== index))}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: VariableRow;
  label: string;
  isNew: boolean;
  readOnly: boolean;
  nameError: string | undefined;
  valueError: string | undefined;
  onChange: (patch: Partial<VariableRow>) => void;
  onRemove: () => void;
}

function Row({ row, label, isNew, readOnly, nameError, valueError, onChange, onRemove }: RowProps) {
  const isKept = row.isSecret && row.value === undefined;
  return (
    <tr data-enabled={row.enabled}>
      <td className={classes.tight}>{isNew ? null : <Switch {...{ row, label, readOnly, onChange }} />}</td>
      <td>
        <input
          className={classes.cell}
          aria-label={`Name of variable ${label}`}
          placeholder={isNew ? 'Add variable' : undefined}
          value={row.name}
          readOnly={readOnly}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={nameError ? true : undefined}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        {nameError ? <div className={classes.error}>{nameError}</div> : null}
      </td>
      <td>
        {isKept ? (
          <div className={classes.secret}>
            <span className="mono" role="img" aria-label="Secret, not shown">
              ••••••••
            </span>
            {readOnly ? null : (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Replace the value of ${label}`}
                onClick={() => onChange({ value: '' })}
              >
                Replace
              </Button>
            )}
          </div>
        ) : (
          <input
            className={classes.cell}
            aria-label={`Value of variable ${label}`}
            type={row.isSecret ? 'password' : 'text'}
            placeholder={row.isSecret && row.variableId ? 'New secret value' : undefined}
            value={row.value ?? ''}
            readOnly={readOnly}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={valueError ? true : undefined}
            onChange={(event) => onChange({ value: event.currentTarget.value })}
          />
        )}
        <BelowValue description={row.description} error={valueError} />
      </td>
      <td>
        <Checkbox
          px={12}
          aria-label={`Variable ${label} is a secret`}
          checked={row.isSecret}
          // Unticking must not reveal a saved secret: its value has to be entered again.
          disabled={readOnly || isKept}
          onChange={(event) => onChange({ isSecret: event.currentTarget.checked })}
        />
      </td>
      <td style={{ textAlign: 'center' }}>
        {isNew || readOnly ? null : (
          <ActionIcon size={24} aria-label={`Remove variable ${label}`} onClick={onRemove}>
            <X size={14} />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}

function BelowValue({ description, error }: { description: string | undefined; error: string | undefined }) {
  return (
    <>
      {description ? <div className={`${classes.note} dim`}>{description}</div> : null}
      {error ? <div className={classes.error}>{error}</div> : null}
    </>
  );
}

function Switch({ row, label, readOnly, onChange }: Pick<RowProps, 'row' | 'label' | 'readOnly' | 'onChange'>) {
  return (
    <Checkbox
      aria-label={`Use variable ${label}`}
      checked={row.enabled}
      disabled={readOnly}
      onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
    />
  );
}

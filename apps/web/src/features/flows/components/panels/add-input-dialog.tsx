import { Checkbox, SegmentedControl, Switch, TextInput } from '@mantine/core';
import type { Port } from '@touchstone/engine-flow/core';
import { useState } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import classes from './panels.module.css';

interface Props {
  /** Name of the block. */
  name: string;
  /** All inputs that the block's target accepts. */
  offered: readonly Port[];
  /** The block's current inputs. */
  present: readonly Port[];
  onSave: (ports: Port[]) => void;
  onClose: () => void;
}

/** AddInputDialog selects which inputs of a script a block shows. */
export function AddInputDialog({ name, offered, present, onSave, onClose }: Props) {
  const [text, setText] = useState('');
  const [filter, setFilter] = useState('all');
  const [showsAll, setShowsAll] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(present.map((port) => port.name)));
  const has = new Set(present.map((port) => port.name));
  const shown = offered.filter(
    (port) =>
      (showsAll || !has.has(port.name)) &&
      (filter === 'all' || port.required === (filter === 'required')) &&
      port.name.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const toggle = (port: string) => {
    const next = new Set(chosen);
    if (!next.delete(port)) next.add(port);
    setChosen(next);
  };
  const save = () => {
    const own = present.filter((port) => chosen.has(port.name) || !offered.some((other) => other.name === port.name));
    onSave([...own, ...offered.filter((port) => chosen.has(port.name) && !has.has(port.name))]);
  };
  return (
    <FormDialog
      title={`Inputs of ${name}`}
      confirm="Save inputs"
      onSubmit={save}
      onError={toastError}
      onClose={onClose}
    >
      <TextInput
        aria-label="Search inputs"
        placeholder="Search inputs"
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="row" style={{ gap: 12, marginBlock: 8 }}>
        <SegmentedControl
          aria-label="Filter"
          value={filter}
          onChange={setFilter}
          data={[
            { value: 'all', label: 'All' },
            { value: 'required', label: 'Required' },
            { value: 'optional', label: 'Optional' },
          ]}
        />
        <Switch
          label="Show all steps"
          checked={showsAll}
          onChange={(event) => setShowsAll(event.currentTarget.checked)}
        />
      </div>
      <ul className={classes.list} aria-label="Inputs" style={{ maxHeight: 280, overflow: 'auto' }}>
        {shown.map((port) => (
          <li key={port.name}>
            <Checkbox
              label={`${port.name} · ${port.type}${port.required ? ' · required' : ''}`}
              checked={chosen.has(port.name)}
              onChange={() => toggle(port.name)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 ? (
        <p className="dim">
          {offered.length === 0 ? 'This script has no inputs.' : 'No inputs match. Show all steps to see those in use.'}
        </p>
      ) : null}
    </FormDialog>
  );
}

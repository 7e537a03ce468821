import { Button, Select, Switch, TextInput } from '@mantine/core';
import type { ImportEntry, MockImport } from '@touchstone/contracts/service-virtualization';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { Refusals } from '../../../../ui/dialog/refusals.tsx';
import type { useImportMutations } from '../../api/imports.ts';
import { byChange, isTakeable } from '../../model/import-choice.ts';
import type { TreeSuite } from '../../model/suite-tree.ts';
import { EntryGroup } from './entry-group.tsx';
import classes from './imports.module.css';

type Body = Parameters<ReturnType<typeof useImportMutations>['take']['mutateAsync']>[0];

const newSuite = '';

interface Props {
  tree: readonly TreeSuite[];
  found: MockImport;
  isBusy: boolean;
  problem: string | undefined;
  onTake: (body: Body) => Promise<unknown>;
  onBack: () => void;
}

const toggled = (set: ReadonlySet<string>, keys: readonly string[], isOn: boolean): Set<string> => {
  const next = new Set(set);
  for (const key of keys) {
    if (isOn) next.add(key);
    else next.delete(key);
  }
  return next;
};

/**
 * ImportReview shows what will be imported from a document, what won't and why, and asks about entries edited on both
 * sides.
 */
export function ImportReview({ tree, found, isBusy, problem, onTake, onBack }: Props) {
  const { importId, entries, title, problems } = found;
  // A suite deleted since isn't offered.
  const known = tree.some(({ suite }) => suite.suiteId === found.suiteId) ? (found.suiteId ?? newSuite) : newSuite;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(entries.filter(isTakeable).map(({ key }) => key)),
  );
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [suiteId, setSuiteId] = useState(known);
  const [name, setName] = useState(title.trim().slice(0, 255) || 'Imported');
  const [isEnabled, setEnabled] = useState(true);
  const [isAsked, setAsked] = useState(false);
  const isNew = suiteId === newSuite;
  const nameProblem = isAsked && isNew && name.trim() === '' ? 'Please enter suite name.' : undefined;
  const count = chosen.size + theirs.size + gone.size;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (isNew && name.trim() === '') return;
    const place = isNew ? { suiteName: name.trim() } : { suiteId };
    const takeDocument = [...theirs];
    void onTake({
      importId,
      keys: [...chosen, ...takeDocument],
      takeDocument,
      deleteGone: [...gone],
      isEnabled,
      ...place,
    }).catch(() => undefined);
  };
  const setsOf = (change: ImportEntry['change']) =>
    change === 'conflict'
      ? { set: theirs, change: setTheirs, label: 'Take the document' }
      : change === 'gone'
        ? { set: gone, change: setGone, label: 'Delete the asset' }
        : change === 'new' || change === 'updated'
          ? { set: chosen, change: setChosen, label: 'Import' }
          : undefined;
  return (
    <form className={`form ${classes.form}`} noValidate onSubmit={submit}>
      <p>
        <strong>{title || 'Untitled'}</strong>
        <span className="dim">{` · ${formatCount(entries.length)} ${entries.length === 1 ? 'entry' : 'entries'}`}</span>
      </p>
      {entries.length === 0 ? <p className="dim">Nothing in this document can become an asset.</p> : null}
      {byChange(entries).map(([change, group]) => {
        const sets = setsOf(change);
        return (
          <EntryGroup
            key={change}
            change={change}
            entries={group}
            chosen={sets?.set}
            choice={sets?.label}
            onChoose={(keys, isOn) => sets?.change(toggled(sets.set, keys, isOn))}
          />
        );
      })}
      {problems.length > 0 ? (
        <Refusals
          title={`Not imported: ${formatCount(problems.length)}`}
          reasons={problems.map(({ path, message }) => (path ? `${path}: ${message}` : message))}
        />
      ) : null}
      <div className={classes.line}>
        <Select
          label="Suite"
          allowDeselect={false}
          searchable
          data={[
            { value: newSuite, label: 'New suite' },
            ...tree.map(({ suite, path }) => ({ value: suite.suiteId, label: path })),
          ]}
          value={suiteId}
          onChange={(value) => setSuiteId(value ?? newSuite)}
        />
        {isNew ? (
          <TextInput
            label="Suite name"
            maxLength={255}
            value={name}
            error={nameProblem}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        ) : null}
      </div>
      <Switch
        label="Switch new assets on"
        checked={isEnabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      <div className={classes.foot}>
        {problem ? (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <Button variant="default" mr="auto" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={isBusy} disabled={count === 0}>
          {`Import ${formatCount(count)}`}
        </Button>
      </div>
    </form>
  );
}

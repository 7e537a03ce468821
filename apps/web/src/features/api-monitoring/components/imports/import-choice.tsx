import { Button, Checkbox, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MonitorImport } from '@touchstone/contracts/api-monitoring';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { Refusals } from '../../../../ui/dialog/refusals.tsx';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import type { useImportMutations } from '../../api/imports.ts';
import { collectionsQuery } from '../../api/monitors.queries.ts';
import { kindLooks } from '../../model/kinds.ts';
import classes from './imports.module.css';

type Entry = MonitorImport['entries'][number];
type Body = Parameters<ReturnType<typeof useImportMutations>['take']['mutateAsync']>[0];

/** Further rows are reached by filtering. */
const maxShown = 200;
const newCollection = '';

interface Props {
  projectId: string;
  found: MonitorImport;
  isBusy: boolean;
  problem: string | undefined;
  onTake: (body: Body) => Promise<unknown>;
  onBack: () => void;
}

/** ImportChoice shows what can be monitored in a document, and asks what to import where. */
export function ImportChoice({ projectId, found, isBusy, problem, onTake, onBack }: Props) {
  const { importId, entries, title, problems } = found;
  // Requests with side effects aren't repeated every few minutes unless the user wants that.
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(entries.filter(({ isSafe }) => isSafe).map(({ index }) => index)),
  );
  const [collectionId, setCollectionId] = useState(newCollection);
  const [name, setName] = useState(title.trim().slice(0, 255) || 'Imported');
  const [start, setStart] = useState(true);
  const [isAsked, setAsked] = useState(false);
  const collections = useQuery(collectionsQuery(projectId)).data ?? [];
  const isNew = collectionId === newCollection;
  const nameProblem = isAsked && isNew && name.trim() === '' ? 'Please enter collection name.' : undefined;
  const choiceProblem = isAsked && chosen.size === 0 ? 'Please Select API.' : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (chosen.size === 0 || (isNew && name.trim() === '')) return;
    const place = isNew ? { collectionName: name.trim() } : { collectionId };
    void onTake({ importId, indexes: [...chosen], start, ...place }).catch(() => undefined);
  };
  return (
    <form className={`form ${classes.form}`} noValidate onSubmit={submit}>
      <p>
        <strong>{title || 'Untitled'}</strong>
        <span className="dim">{` · ${formatCount(entries.length)} can be monitored`}</span>
      </p>
      <EntryList entries={entries} chosen={chosen} onChange={setChosen} />
      {choiceProblem ? (
        <p className={classes.problem} role="alert">
          {choiceProblem}
        </p>
      ) : null}
      {problems.length > 0 ? (
        <Refusals title="Unreadable parts" reasons={problems.map(({ place, reason }) => `${place}: ${reason}`)} />
      ) : null}
      <Select
        label="Collection"
        allowDeselect={false}
        data={[
          { value: newCollection, label: 'New collection' },
          ...collections.map((each) => ({ value: each.collectionId, label: each.name })),
        ]}
        value={collectionId}
        onChange={(value) => setCollectionId(value ?? newCollection)}
      />
      {isNew ? (
        <TextInput
          label="Collection name"
          maxLength={255}
          value={name}
          error={nameProblem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : null}
      <Switch label="Start checks" checked={start} onChange={(event) => setStart(event.currentTarget.checked)} />
      <div className={classes.foot}>
        {problem ? (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <Button variant="default" mr="auto" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={isBusy} disabled={entries.length === 0}>
          {`Import ${formatCount(chosen.size)}`}
        </Button>
      </div>
    </form>
  );
}

interface ListProps {
  entries: readonly Entry[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

function EntryList({ entries, chosen, onChange }: ListProps) {
  const [q, setQ] = useState('');
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = entries.filter(({ name, target, folder }) => {
    const line = `${name} ${target} ${folder}`.toLowerCase();
    return words.every((word) => line.includes(word));
  });
  const all = matching.length > 0 && matching.every(({ index }) => chosen.has(index));
  const set = (given: readonly Entry[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const { index } of given) {
      if (isChosen) next.add(index);
      else next.delete(index);
    }
    onChange(next);
  };
  return (
    <div className={classes.entries}>
      <div className={classes.entriesHead}>
        <Checkbox
          label={`${formatCount(chosen.size)} chosen`}
          checked={all}
          indeterminate={!all && chosen.size > 0}
          onChange={() => set(matching, !all)}
        />
        <FilterInput label="Filter entries" value={q} onChange={setQ} />
      </div>
      <ul className={classes.list} aria-label="Entries">
        {matching.slice(0, maxShown).map((entry) => (
          <li key={entry.index}>
            <Checkbox
              checked={chosen.has(entry.index)}
              onChange={(event) => set([entry], event.currentTarget.checked)}
              label={
                <span>
                  {entry.name}
                  <span className="dim">{` · ${kindLooks[entry.kind].label}${entry.folder && ` · ${entry.folder}`}`}</span>
                  {entry.isSafe ? null : <span className={classes.unsafe}> · changes data</span>}
                  <span className={`${classes.target} mono`}>{entry.target}</span>
                </span>
              }
            />
          </li>
        ))}
      </ul>
      {matching.length > maxShown ? (
        <p className={`${classes.more} dim`}>{`${formatCount(matching.length - maxShown)} more. Use the filter.`}</p>
      ) : null}
    </div>
  );
}

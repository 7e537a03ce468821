import { Button, Checkbox } from '@mantine/core';
import type { ImportEntry } from '@touchstone/contracts/service-virtualization';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { TextDiff } from '../../../../ui/diff/text-diff.tsx';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import { changeWords } from '../../model/import-choice.ts';
import { pretty } from '../../model/stub/json.ts';
import classes from './imports.module.css';

/** Further rows are reached by filtering. */
const maxShown = 100;

interface Props {
  change: ImportEntry['change'];
  entries: readonly ImportEntry[];
  /** Keys of the selected entries; absent if there is nothing to select. */
  chosen: ReadonlySet<string> | undefined;
  /** What selecting an entry means. */
  choice: string | undefined;
  onChoose: (keys: readonly string[], isOn: boolean) => void;
}

/** EntryGroup lists the entries of a document with the same outcome. */
export function EntryGroup({ change, entries, chosen, choice, onChoose }: Props) {
  const [q, setQ] = useState('');
  const word = q.toLowerCase();
  const matching = entries.filter(({ name, method, path }) => `${method} ${path} ${name}`.toLowerCase().includes(word));
  const all = chosen !== undefined && matching.length > 0 && matching.every(({ key }) => chosen.has(key));
  const title = `${changeWords[change]}: ${formatCount(entries.length)}`;
  return (
    <section className={classes.group} aria-label={title}>
      <div className={classes.groupHead}>
        {chosen && change !== 'conflict' && change !== 'gone' ? (
          <Checkbox
            label={title}
            checked={all}
            indeterminate={!all && matching.some(({ key }) => chosen.has(key))}
            onChange={() =>
              onChoose(
                matching.map(({ key }) => key),
                !all,
              )
            }
          />
        ) : (
          <strong>{title}</strong>
        )}
        {entries.length > 10 ? (
          <FilterInput label={`Filter: ${changeWords[change]}`} value={q} onChange={setQ} />
        ) : null}
      </div>
      <ul className={classes.list}>
        {matching.slice(0, maxShown).map((entry) => (
          <Entry
            key={entry.key}
            entry={entry}
            isChosen={chosen?.has(entry.key)}
            choice={choice}
            onChoose={(isOn) => onChoose([entry.key], isOn)}
          />
        ))}
      </ul>
      {matching.length > maxShown ? (
        <p className="dim">{`${formatCount(matching.length - maxShown)} more. Use the filter.`}</p>
      ) : null}
    </section>
  );
}

interface EntryProps {
  entry: ImportEntry;
  isChosen: boolean | undefined;
  choice: string | undefined;
  onChoose: (isOn: boolean) => void;
}

function Entry({ entry, isChosen, choice, onChoose }: EntryProps) {
  const { name, method, path, status, kind, conflict } = entry;
  const [isOpen, setOpen] = useState(false);
  const label = (
    <span className={classes.entry}>
      <MethodWord method={method} />
      <span className="mono">{path}</span>
      <span className="dim">{`${status} · ${kind} · ${name}`}</span>
    </span>
  );
  return (
    <li className={classes.item}>
      {isChosen === undefined ? (
        label
      ) : conflict || entry.change === 'gone' ? (
        <>
          {label}
          <div className={classes.decide}>
            <Checkbox
              label={choice}
              aria-label={`${choice}: ${method} ${path}`}
              checked={isChosen}
              onChange={(event) => onChoose(event.currentTarget.checked)}
            />
            {conflict ? (
              <Button variant="subtle" size="compact-xs" onClick={() => setOpen(!isOpen)}>
                {isOpen ? 'Hide differences' : 'Show differences'}
              </Button>
            ) : null}
          </div>
        </>
      ) : (
        <Checkbox checked={isChosen} label={label} onChange={(event) => onChoose(event.currentTarget.checked)} />
      )}
      {conflict && isOpen ? (
        <TextDiff
          label={`Differences of ${name}`}
          before={{ label: 'Yours', text: pretty(conflict.mine.stub ?? conflict.mine.resource) }}
          after={{ label: 'Document', text: pretty(conflict.document.stub ?? conflict.document.resource) }}
        />
      ) : null}
    </li>
  );
}

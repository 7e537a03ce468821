import { ActionIcon, Button } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { type MatcherRow, matcherOf, rowOf } from '../../model/stub/matcher.ts';
import classes from './editor.module.css';
import { MatcherFields } from './matcher-grid.tsx';
import { useMirror } from './use-mirror.ts';

interface Props {
  patterns: readonly unknown[];
  onChange: (patterns: unknown[]) => void;
}

/** BodyMatchers edits the matchers of a request body; all of them must match. */
export function BodyMatchers({ patterns, onChange }: Props) {
  const [rows, setRows] = useMirror<readonly unknown[], MatcherRow[]>(
    patterns,
    { read: (all) => all.map((each) => rowOf('', each)), write: (all) => all.map(matcherOf) },
    (next) => onChange([...next]),
  );
  return (
    <>
      <ul className={classes.rows}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity, and rows are not moved
          <li key={index} className={classes.row}>
            <MatcherFields
              label={`body matcher ${index + 1}`}
              row={row}
              onChange={(next) => setRows(rows.map((each, at) => (at === index ? next : each)))}
            />
            <ActionIcon
              size={24}
              aria-label={`Remove body matcher ${index + 1}`}
              onClick={() => setRows(rows.filter((_, at) => at !== index))}
            >
              <X size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        leftSection={<Plus size={14} />}
        onClick={() => setRows([...rows, { name: '', operator: 'equalToJson', value: '{}', flags: {} }])}
      >
        Add body matcher
      </Button>
    </>
  );
}

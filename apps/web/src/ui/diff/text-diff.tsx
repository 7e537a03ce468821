import { ActionIcon, Button } from '@mantine/core';
import type { DiffRow, DiffSide } from '@touchstone/kernel/text-diff';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { counted, formatCount } from '../../shared/format.ts';
import { Late } from '../page.tsx';
import { Tip } from '../tip/tip.tsx';
import { type DiffPart, partsOf } from './diff-parts.ts';
import { MarkedText } from './marked-text.tsx';
import classes from './text-diff.module.css';
import { useTextDiff } from './use-text-diff.ts';

/** DiffText is one of the two texts and its label, such as "Last green run". */
export interface DiffText {
  label: string;
  text: string;
}

interface Props {
  /** Label of the comparison. */
  label: string;
  before: DiffText;
  after: DiffText;
}

/** Lines rendered initially, and added by each click on "Show more". */
const linesPerPage = 500;
const longestLine = 4000;

/**
 * TextDiff shows two texts side by side with differing lines and words marked; stacked if there is little room. Equal
 * lines far from any change are folded.
 */
export function TextDiff({ label, before, after }: Props) {
  const diff = useTextDiff(before.text, after.text);
  const found = useMemo(() => (diff ? partsOf(diff.rows) : undefined), [diff]);
  const root = useRef<HTMLElement>(null);
  const at = useRef(-1);
  if (!diff || !found)
    return (
      <Late>
        <p className={classes.note} aria-busy="true">
          Comparing…
        </p>
      </Late>
    );
  const go = (step: 1 | -1) => {
    at.current = Math.min(Math.max(at.current + step, 0), found.changes - 1);
    root.current?.querySelector<HTMLElement>(`[data-change="${at.current}"]`)?.focus();
  };
  return (
    <section ref={root} className={classes.diff} aria-label={label}>
      <div className={classes.bar}>
        <span className="dim num grow">
          {found.changes === 0 ? 'No differences' : counted(found.changes, 'change')}
        </span>
        {found.changes > 0 ? (
          <>
            <Tip label="Previous change">
              <ActionIcon aria-label="Previous change" onClick={() => go(-1)}>
                <ChevronUp size={15} />
              </ActionIcon>
            </Tip>
            <Tip label="Next change">
              <ActionIcon aria-label="Next change" onClick={() => go(1)}>
                <ChevronDown size={15} />
              </ActionIcon>
            </Tip>
          </>
        ) : null}
      </div>
      {diff.isExact ? null : (
        <p className={classes.note}>The texts differ so much that equal lines may be marked as changed.</p>
      )}
      <div className={classes.heads}>
        <span>
          <span aria-hidden>−</span> {before.label}
        </span>
        <span>
          <span aria-hidden>+</span> {after.label}
        </span>
      </div>
      <Parts key={`${before.text.length} ${after.text.length}`} parts={found.parts} />
    </section>
  );
}

function Parts({ parts }: { parts: readonly DiffPart[] }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [most, setMost] = useState(linesPerPage);
  let left = most;
  const take = <Item,>(items: readonly Item[]): readonly Item[] => {
    const taken = items.slice(0, Math.max(left, 0));
    left -= items.length;
    return taken;
  };
  const items = parts.flatMap((part) => {
    if (left <= 0) {
      left -= part.kind === 'shown' ? part.rows.length : 0;
      return [];
    }
    if (part.kind === 'shown' || opened.has(part.from)) {
      const rows = part.kind === 'shown' ? part.rows : part.rows.map((row) => ({ row, change: undefined }));
      return take(rows).map(({ row, change }) => <Row key={keyOf(row)} row={row} change={change} />);
    }
    const words = `${formatCount(part.rows.length)} equal ${part.rows.length === 1 ? 'line' : 'lines'}`;
    return [
      <li key={`fold ${part.from}`} className={classes.fold}>
        <button type="button" onClick={() => setOpened(new Set([...opened, part.from]))}>
          Show {words}
        </button>
      </li>,
    ];
  });
  return (
    <>
      <ol className={classes.rows}>{items}</ol>
      {left < 0 ? (
        <Button variant="default" m={8} onClick={() => setMost(most + linesPerPage)}>
          Show more ({formatCount(-left)} left)
        </Button>
      ) : null}
    </>
  );
}

const keyOf = (row: DiffRow): string =>
  row.kind === 'same' ? `${row.before} ${row.after}` : `${row.before?.line ?? ''} ${row.after?.line ?? ''}`;

function Row({ row, change }: { row: DiffRow; change: number | undefined }) {
  if (row.kind === 'same') {
    const text = cut(row.text);
    return (
      <li className={classes.row}>
        <span className={classes.number}>{row.before}</span>
        <code className={classes.text}>{text}</code>
        <span className={`${classes.number} ${classes.repeated}`} aria-hidden>
          {row.after}
        </span>
        <code className={`${classes.text} ${classes.repeated}`} aria-hidden>
          {text}
        </code>
      </li>
    );
  }
  return (
    <li className={classes.row} data-change={change} tabIndex={change === undefined ? undefined : -1}>
      <Side side={row.before} Tag="del" />
      <Side side={row.after} Tag="ins" />
    </li>
  );
}

function Side({ side, Tag }: { side: DiffSide | undefined; Tag: 'del' | 'ins' }) {
  if (!side) return <span className={classes.missing} />;
  const length = side.pieces.reduce((sum, { text }) => sum + text.length, 0);
  const pieces =
    length > longestLine
      ? [{ text: cut(side.pieces.map(({ text }) => text).join('')), isChanged: false }]
      : side.pieces;
  return (
    <>
      <span className={classes.number} data-kind={Tag}>
        {side.line}
      </span>
      <Tag className={classes.text}>
        <MarkedText pieces={pieces} />
      </Tag>
    </>
  );
}

const cut = (text: string): string =>
  text.length > longestLine
    ? `${text.slice(0, longestLine).toWellFormed()}… ${formatCount(text.length - longestLine)} more characters`
    : text;

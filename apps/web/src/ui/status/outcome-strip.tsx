import type { RunStatus } from '@touchstone/contracts/runs';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatExact } from '../../shared/format.ts';
import { Tip } from '../tip/tip.tsx';
import classes from './outcome-strip.module.css';
import { statusWords } from './status.ts';
import { StatusGlyph } from './status-glyph.tsx';

/** A result in the strip; `path` leads to it. */
export interface ShownOutcome {
  runId: string;
  number: number | null;
  status: RunStatus;
  finishedAt: string;
  path: string;
}

const nameOf = ({ number, status, finishedAt }: ShownOutcome): string =>
  [number === null ? '' : `#${number}`, statusWords[status], formatExact(finishedAt)].filter(Boolean).join(' · ');

/** summaryOf counts results in words: `17 passed, 3 failed`. */
export function summaryOf(outcomes: readonly Pick<ShownOutcome, 'status'>[]): string {
  const counts = Map.groupBy(outcomes, ({ status }) => status);
  return [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([status, own]) => `${own.length} ${statusWords[status].toLowerCase()}`)
    .join(', ');
}

interface Props {
  /** The item whose results they are. */
  of: string;
  /** Oldest first. */
  outcomes: readonly ShownOutcome[];
  /** The run that the page shows; it is underlined. */
  currentRunId?: string;
}

/** OutcomeStrip shows the latest results as glyphs: a single tab stop, arrows move, Enter or a click opens the run. */
export function OutcomeStrip({ of, outcomes, currentRunId }: Props) {
  const id = useId();
  const navigate = useNavigate();
  const [active, setActive] = useState<number | null>(null);
  if (outcomes.length === 0) return null;
  const last = outcomes.length - 1;
  const open = (at: number) => {
    const outcome = outcomes[at];
    if (outcome) void navigate(outcome.path);
  };
  const handleKey = (event: KeyboardEvent) => {
    const at = active ?? last;
    const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const target = targets[event.key];
    if (target !== undefined) setActive(Math.min(Math.max(target, 0), last));
    else if (event.key === 'Enter' || event.key === ' ') open(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className={classes.strip}
      role="listbox"
      aria-orientation="horizontal"
      aria-label={`Last ${outcomes.length} ${outcomes.length === 1 ? 'result' : 'results'} of ${of}: ${summaryOf(outcomes)}`}
      aria-activedescendant={active === null ? undefined : `${id}${active}`}
      tabIndex={0}
      onFocus={() => setActive((before) => before ?? last)}
      onBlur={() => setActive(null)}
      onKeyDown={handleKey}
    >
      {outcomes.map((outcome, at) => (
        <Tip key={outcome.runId} label={nameOf(outcome)} isOpen={active === at}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the strip handles the keys */}
          <span
            id={`${id}${at}`}
            role="option"
            aria-label={nameOf(outcome)}
            aria-selected={active === at}
            aria-current={outcome.runId === currentRunId ? 'true' : undefined}
            tabIndex={-1}
            className={classes.outcome}
            onClick={(event) => {
              event.stopPropagation();
              open(at);
            }}
          >
            <StatusGlyph status={outcome.status} size={11} decorative />
          </span>
        </Tip>
      ))}
    </div>
  );
}

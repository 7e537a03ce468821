import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import type { StepSummary } from '@touchstone/contracts/api-testing';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatDuration } from '../../../../shared/format.ts';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { Blank } from '../../../../ui/blank/blank.tsx';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { CommentMark } from '../../../comments/index.ts';
import { useScriptOutcomes } from '../../api/outcomes.queries.ts';
import { commentKinds } from '../../model/comment-kinds.ts';
import type { StepItem } from '../../model/run/step-list.ts';
import { FlakyMark } from './latest-outcomes.tsx';
import classes from './report.module.css';
import { useWalk } from './use-walk.ts';

interface Props {
  items: StepItem[];
  steps: readonly (StepSummary | undefined)[];
  selectedId: string | undefined;
  onSelect: (step: StepSummary) => void;
  showSuite: boolean;
  projectId: string;
  runId: string;
  /** Whether earlier runs' results are checked: only after the run has ended. */
  marksFlaky: boolean;
  /** A change scrolls the list to its top. */
  filterKey: string;
}

const rowHeight = 30;

/** Rows per query of script results, so that scrolling queries rarely. */
const rowsPerGroup = 50;

function scriptsInSight({ items, steps }: Props, rows: readonly { index: number }[]): string[][] {
  const groups = new Set(rows.map(({ index }) => Math.floor(index / rowsPerGroup)));
  return [...groups].map((group) => {
    const shown = items.slice(group * rowsPerGroup, (group + 1) * rowsPerGroup);
    const ids = shown.flatMap((item) => (item.kind === 'step' ? (steps[item.index]?.scriptId ?? []) : []));
    return [...new Set(ids)];
  });
}

type Scroll = Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex' | 'scrollToOffset'>;

/** Scrolls to the initial automatic selection, which may be far down, and to the top after a filter change. */
function useScrollOfList(virtual: Scroll, position: number, filterKey: string) {
  const shownFirst = useRef(false);
  useEffect(() => {
    if (shownFirst.current || position < 0) return;
    shownFirst.current = true;
    virtual.scrollToIndex(position);
  }, [position, virtual]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another filter moves the list
  useEffect(() => {
    if (shownFirst.current) virtual.scrollToOffset(0);
  }, [filterKey]);
}

/** StepList shows the steps of a run, rendering only the visible ones. */
export function StepList(props: Props) {
  const { items, steps, selectedId, onSelect, showSuite, filterKey } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const rows = virtual.getVirtualItems();
  const outcomes = useScriptOutcomes(props.projectId, props.marksFlaky ? scriptsInSight(props, rows) : []);
  const stepAt = (at: number): StepSummary | undefined => {
    const item = items[at];
    return item?.kind === 'step' ? steps[item.index] : undefined;
  };
  const positionOf = (id: string | undefined) => items.findIndex((_, at) => stepAt(at)?.stepId === id);
  const position = selectedId === undefined ? -1 : positionOf(selectedId);
  const walk = useWalk(selectedId);
  const move = (direction: 1 | -1) => {
    const neighbour = () => {
      let at = position < 0 && direction < 0 ? items.length : position;
      do at += direction;
      while (at >= 0 && at < items.length && !stepAt(at));
      return stepAt(at)?.stepId;
    };
    const id = walk(direction, neighbour, (before) => positionOf(before) >= 0);
    const at = id === undefined ? -1 : positionOf(id);
    const step = stepAt(at);
    if (!step) return;
    onSelect(step);
    virtual.scrollToIndex(at);
  };
  useHotkey('next', () => move(1));
  useHotkey('previous', () => move(-1));

  useScrollOfList(virtual, position, filterKey);

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      className={classes.list}
      role="listbox"
      aria-label="Steps"
      aria-activedescendant={position >= 0 && selectedId ? `step-${selectedId}` : undefined}
      tabIndex={0}
      onKeyDown={handleKey}
      style={{ '--step-row': `${rowHeight}px` } as React.CSSProperties}
    >
      <div className={classes.inner} style={{ height: virtual.getTotalSize() }} role="presentation">
        {rows.map((row) => {
          const item = items[row.index]!;
          const style = { transform: `translateY(${row.start}px)` };
          if (item.kind === 'suite')
            return (
              <div
                key={`suite-${row.index}`}
                className={`${classes.row} ${classes.suite}`}
                style={style}
                role="presentation"
              >
                <span className="grow ellipsis">{item.suiteName}</span>
                <span className="dim num">{item.count}</span>
              </div>
            );
          const step = steps[item.index];
          if (!step)
            return (
              <div key={`hole-${item.index}`} className={classes.row} style={style} role="presentation">
                <Blank width="45%" />
              </div>
            );
          return (
            <div
              key={step.stepId}
              id={`step-${step.stepId}`}
              className={classes.row}
              style={style}
              role="option"
              aria-selected={step.stepId === selectedId}
              aria-posinset={row.index + 1}
              aria-setsize={items.length}
              onClick={() => onSelect(step)}
              tabIndex={-1}
              onKeyDown={undefined}
            >
              <StatusGlyph status={step.status} />
              <MethodWord method={step.method} width={42} />
              <span className="ellipsis grow" title={step.message ?? step.url}>
                {step.name}
                {step.occurrence ? <span className="dim"> · time {step.occurrence}</span> : null}
                {step.attempt > 1 ? <span className="dim"> · {step.attempt} attempts</span> : null}
                {showSuite ? <span className="dim"> · {step.suiteName}</span> : null}
              </span>
              <StepComments run={props} step={step} />
              {step.scriptId && outcomes.get(step.scriptId)?.isFlaky ? <FlakyMark /> : null}
              {step.statusCode === null ? null : <span className="mono dim num">{step.statusCode}</span>}
              <span className="mono dim num" style={{ minWidth: 56, textAlign: 'right' }}>
                {step.durationMs === null ? '' : formatDuration(step.durationMs)}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function StepComments({
  run: { projectId, runId },
  step,
}: {
  run: Pick<Props, 'projectId' | 'runId'>;
  step: StepSummary;
}) {
  const subjectId = `${runId}:${step.stepId}`;
  return <CommentMark kind={commentKinds.step} subjectId={subjectId} projectId={projectId} containerId={runId} />;
}

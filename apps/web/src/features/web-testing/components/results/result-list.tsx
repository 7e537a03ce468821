import { useVirtualizer } from '@tanstack/react-virtual';
import type { ScriptStepResult } from '@touchstone/contracts/web-testing';
import { useRef } from 'react';
import { formatDuration } from '../../../../shared/format.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { useRows } from '../../../../ui/table/use-rows.ts';
import { shownStatus } from '../../model/shown-status.ts';
import classes from './results.module.css';

interface Props {
  steps: readonly ScriptStepResult[];
  /** Titles of the step's containers, except those already shown above the list. */
  pathOf: (step: ScriptStepResult) => readonly string[];
  chosen: string | undefined;
  onChoose: (stepId: string) => void;
}

/** ResultList lists the steps of a run in execution order with their results. J and K move. */
export function ResultList({ steps, pathOf, chosen, onChoose }: Props) {
  useRows();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: steps.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 36,
    overscan: 12,
    getItemKey: (index) => steps[index]?.stepId ?? index,
  });
  return (
    <div ref={scroller} className={classes.scroll} data-tour="results">
      <ul className={classes.list} aria-label="Steps" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const step = steps[index];
          if (!step) return null;
          const path = pathOf(step);
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={steps.length}
              aria-posinset={index + 1}
            >
              <button
                type="button"
                className={classes.row}
                data-row
                aria-current={step.stepId === chosen ? 'true' : undefined}
                onClick={() => onChoose(step.stepId)}
              >
                <StatusGlyph status={shownStatus(step)} />
                <span className={classes.what}>
                  {path.length > 0 ? <span className="dim ellipsis">{path.join(' › ')}</span> : null}
                  <span className="ellipsis">
                    {step.title} {step.subtitle ? <span className="dim">{step.subtitle}</span> : null}
                  </span>
                </span>
                {wordOf(step) ? <span className={classes.word}>{wordOf(step)}</span> : null}
                <span className="num dim">{formatDuration(step.durationMs)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Label of a step that didn't simply pass or fail. */
function wordOf({ status, healing }: ScriptStepResult): string | undefined {
  if (!healing || status !== 'passed') return undefined;
  if (healing.isUsed) return 'Healed';
  return healing.foundBy === null ? undefined : 'Other element';
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { KnownTarget, ScriptStepResult, StepProblem } from '@touchstone/contracts/web-testing';
import type { Target } from '@touchstone/engine-keyword/core';
import { Plus } from 'lucide-react';
import { type ClipboardEvent, useEffect, useMemo, useRef } from 'react';
import { counted } from '../../../../shared/format.ts';
import { toast } from '../../../../shared/toasts.ts';
import { knownTargetsQuery } from '../../api/known-targets.ts';
import { clipboardText, stepsOfClipboard } from '../../model/steps/clipboard.ts';
import { eachStep, outermost } from '../../model/steps/edit-steps.ts';
import { duplicateAll, removeAll, switchAll } from '../../model/steps/several-steps.ts';
import { otherwiseWord, type StepRow } from '../../model/steps/step-rows.ts';
import { targetText } from '../../model/steps/step-text.ts';
import { newStepId, type StepEditor } from '../../model/steps/use-step-editor.ts';
import { createStepKeys, isField } from './step-keys.ts';
import { type LineActions, StepLine } from './step-line.tsx';
import classes from './steps.module.css';

interface Props {
  /** The project whose known targets the target field suggests. */
  projectId: string;
  editor: StepEditor;
  canWrite: boolean;
  problems: ReadonlyMap<string, readonly StepProblem[]>;
  results: ReadonlyMap<string, ScriptStepResult>;
  runTo?: LineActions['runTo'];
  toFunction?: LineActions['toFunction'];
  /** Converts pasted text that isn't in the clipboard format to steps. */
  onText: (text: string) => void;
}

const lineHeight = 35;
const maxTargets = 200;
const none: readonly StepProblem[] = [];
const noTargets: readonly KnownTarget[] = [];

/**
 * StepTable edits the steps of a script like a spreadsheet: arrows move, Enter edits, Enter in a field adds a step
 * below, Delete removes, Alt with arrows moves a step, Ctrl D duplicates, Ctrl C and V copy and paste, Ctrl Z undoes.
 */
export function StepTable({ projectId, editor, canWrite, problems, results, runTo, toFunction, onText }: Props) {
  const { rows, active, cell, steps, selected } = editor;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 12,
    getItemKey: (index) => rows[index]?.key ?? index,
  });
  const known = useQuery(knownTargetsQuery(projectId)).data;
  const actions = useLineActions(editor, { runTo, toFunction, knownTargets: known ?? noTargets });
  const at = rows.findIndex((row) => row.kind === 'step' && row.key === active);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [at, virtual]);
  // The focused line was rendered again with fields.
  const drawn = useRef(active);
  useEffect(() => {
    if (drawn.current === active) return;
    drawn.current = active;
    if (cell === 'row' && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [active, cell]);
  const handleKey = createStepKeys(editor, canWrite, () => scroller.current?.focus());
  const handleCopy = (event: ClipboardEvent) => {
    const chosen = isField(event.target) ? [] : outermost(steps, selected);
    if (chosen.length === 0) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', clipboardText(chosen));
    toast('info', chosen.length === 1 ? 'Step copied' : `${chosen.length} steps copied`);
  };
  const handlePaste = (event: ClipboardEvent) => {
    if (!canWrite || isField(event.target)) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    const pasted = stepsOfClipboard(text);
    if (pasted) editor.paste(active, pasted);
    else if (text.trim()) onText(text);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole list, whose lines are buttons and fields
    <div
      ref={scroller}
      className={classes.scroll}
      data-tour="steps"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      onKeyDown={handleKey}
      onCopy={handleCopy}
      onPaste={handlePaste}
    >
      <div className={`${classes.head} eyebrow`} aria-hidden>
        <span>#</span>
        <span>Keyword</span>
        <span>Target</span>
        <span>Arguments</span>
        <span style={{ textAlign: 'right' }}>Result</span>
      </div>
      <TargetChoices editor={editor} known={known ?? noTargets} />
      <ul className={classes.list} aria-label="Steps" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              {row.kind === 'step' ? (
                <StepLine
                  step={row.step}
                  number={row.number}
                  depth={row.depth}
                  isActive={row.key === active && selected.size < 2}
                  isSelected={selected.size > 1 && selected.has(row.key)}
                  cell={row.key === active ? cell : 'row'}
                  canWrite={canWrite}
                  problems={problems.get(row.key) ?? none}
                  result={results.get(row.key)}
                  actions={actions}
                />
              ) : (
                <OtherRow row={row} canWrite={canWrite} onAdd={editor.addInto} />
              )}
            </li>
          );
        })}
      </ul>
      {canWrite ? <Foot editor={editor} /> : null}
    </div>
  );
}

/** Actions of the lines; the object is stable until one of them changes, so that lines don't render again. */
function useLineActions(
  editor: StepEditor,
  { runTo, toFunction, knownTargets }: Pick<LineActions, 'runTo' | 'toFunction' | 'knownTargets'>,
): LineActions {
  const { focus, extendTo, change, setArgument, setKeyword, addAfter, duplicate, remove, move, place } = editor;
  return useMemo(
    () => ({
      focus,
      extendTo,
      change,
      setArgument,
      setKeyword,
      addAfter,
      duplicate,
      remove,
      move,
      place,
      runTo,
      toFunction,
      knownTargets,
    }),
    [
      focus,
      extendTo,
      change,
      setArgument,
      setKeyword,
      addAfter,
      duplicate,
      remove,
      move,
      place,
      runTo,
      toFunction,
      knownTargets,
    ],
  );
}

/** Adds a step, or acts on several selected steps. */
function Foot({ editor: { selected, several, addAfter } }: { editor: StepEditor }) {
  if (selected.size < 2)
    return (
      <div className={classes.foot}>
        <Button variant="default" leftSection={<Plus size={14} />} onClick={() => addAfter(null)}>
          Add Step
        </Button>
      </div>
    );
  return (
    <div className={`${classes.foot} row wraps`} role="toolbar" aria-label="Chosen steps">
      <span role="status">{counted(selected.size, 'step')} chosen</span>
      <Button variant="default" onClick={() => several(duplicateAll(newStepId))}>
        Duplicate
      </Button>
      <Button variant="default" onClick={() => several(switchAll)}>
        Switch on or off
      </Button>
      <Button variant="default" onClick={() => several(removeAll)}>
        Delete
      </Button>
    </div>
  );
}

interface OtherProps {
  row: Exclude<StepRow, { kind: 'step' }>;
  canWrite: boolean;
  onAdd: StepEditor['addInto'];
}

function OtherRow({ row, canWrite, onAdd }: OtherProps) {
  const style = { '--depth': row.depth } as React.CSSProperties;
  if (row.kind === 'otherwise')
    return (
      <div className={classes.otherwise} style={style}>
        {otherwiseWord(row.step)}
      </div>
    );
  return (
    <div className={classes.emptyBranch} style={style}>
      {canWrite ? (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<Plus size={12} />}
          onClick={() => onAdd(row.parentId, row.branch)}
        >
          Add a step here
        </Button>
      ) : (
        <span className="dim">No steps</span>
      )}
    </div>
  );
}

/** Suggestions of the target field: the project's known targets, then targets of other steps. */
function TargetChoices({ editor: { steps }, known }: { editor: StepEditor; known: readonly KnownTarget[] }) {
  const choices = useMemo(() => {
    const found = new Map<string, string>();
    for (const { target } of known) found.set(targetText(target as Target), target.name);
    const most = found.size + maxTargets;
    for (const { step } of eachStep(steps)) {
      const text = targetText(step.target);
      if (text && found.size < most && !found.has(text)) found.set(text, step.target?.name ?? '');
    }
    return [...found];
  }, [steps, known]);
  return (
    <datalist id="known-targets">
      {choices.map(([text, name]) => (
        <option key={text} value={text} label={name} />
      ))}
    </datalist>
  );
}

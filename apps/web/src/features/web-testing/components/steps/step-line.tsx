import { TextInput } from '@mantine/core';
import type { KnownTarget, ScriptStepResult, StepProblem } from '@touchstone/contracts/web-testing';
import { findKeyword, type Step } from '@touchstone/engine-keyword/core';
import { type DragEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { formatDuration } from '../../../../shared/format.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { shownStatus } from '../../model/shown-status.ts';
import { argumentsText, knownTargetOf, targetText, withTargetText } from '../../model/steps/step-text.ts';
import type { Cell } from '../../model/steps/use-chosen-steps.ts';
import type { StepEditor } from '../../model/steps/use-step-editor.ts';
import { ArgumentField } from './argument-field.tsx';
import { KeywordSelect } from './keyword-select.tsx';
import classes from './steps.module.css';

/** Actions of a line on its step. */
export type LineActions = Pick<
  StepEditor,
  | 'focus'
  | 'extendTo'
  | 'change'
  | 'setArgument'
  | 'setKeyword'
  | 'addAfter'
  | 'duplicate'
  | 'remove'
  | 'move'
  | 'place'
> & {
  runTo?: ((step: Step) => void) | undefined;
  toFunction?: ((step: Step) => void) | undefined;
  /** Suggested in the target field. */
  knownTargets: readonly KnownTarget[];
};

export interface LineProps {
  step: Step;
  number: string;
  depth: number;
  isActive: boolean;
  /** Whether it is one of several selected steps. */
  isSelected: boolean;
  cell: Cell;
  canWrite: boolean;
  problems: readonly StepProblem[];
  result: ScriptStepResult | undefined;
  actions: LineActions;
}

const mime = 'application/x-touchstone-step';

/** StepLine is a step in the table: text, except for the active one, whose cells are fields. */
export const StepLine = memo(function StepLine(props: LineProps) {
  const { step, number, depth, isActive, isSelected, canWrite, result, actions } = props;
  const [drop, setDrop] = useState<'before' | 'after'>();
  const sideOf = (event: DragEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return event.clientY < top + height / 2 ? 'before' : 'after';
  };
  const isDragged = (event: DragEvent) => canWrite && event.dataTransfer.types.includes(mime);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; Alt with the arrow keys moves steps too
    <div
      className={`${classes.line} ${isActive ? classes.active : ''}`}
      style={{ '--depth': depth } as React.CSSProperties}
      data-row
      data-selected={isSelected || undefined}
      data-off={step.isEnabled ? undefined : ''}
      data-drop={drop}
      onDragOver={(event) => {
        if (!isDragged(event)) return;
        event.preventDefault();
        setDrop(sideOf(event));
      }}
      onDragLeave={() => setDrop(undefined)}
      onDrop={(event) => {
        setDrop(undefined);
        if (!isDragged(event)) return;
        event.preventDefault();
        actions.place(event.dataTransfer.getData(mime), step.id, sideOf(event));
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handle that steps are dragged by */}
      <span
        className={`${classes.number} num`}
        draggable={canWrite}
        onDragStart={(event) => {
          event.dataTransfer.setData(mime, step.id);
          event.dataTransfer.effectAllowed = 'move';
        }}
      >
        {number}
      </span>
      {isActive ? (
        <ActiveCells {...props} />
      ) : (
        <IdleCells
          step={step}
          isSelected={isSelected}
          onOpen={(isMore) => (isMore ? actions.extendTo(step.id) : actions.focus(step.id))}
        />
      )}
      <span className={classes.outcome}>
        {result ? (
          <>
            {result.durationMs === null ? null : <span className="dim">{formatDuration(result.durationMs)}</span>}
            <StatusGlyph status={shownStatus(result)} />
          </>
        ) : null}
      </span>
      <span className={classes.menu}>
        {canWrite ? <LineMenu step={step} number={number} depth={depth} actions={actions} /> : null}
      </span>
      {isActive ? <Problems problems={props.problems} result={result} /> : null}
    </div>
  );
});

interface IdleProps {
  step: Step;
  isSelected: boolean;
  /** With Shift, extends the selection up to this step. */
  onOpen: (isMore: boolean) => void;
}

function IdleCells({ step, isSelected, onOpen }: IdleProps) {
  const keyword = findKeyword(step.keyword);
  const target = step.target?.name || targetText(step.target);
  const args = argumentsText(step);
  return (
    <button
      type="button"
      className={classes.idle}
      aria-pressed={isSelected || undefined}
      onClick={(event) => onOpen(event.shiftKey)}
    >
      <span className={`${classes.keyword} ellipsis`}>{keyword?.title ?? (step.keyword || 'Choose a keyword')}</span>
      <span className={`${classes.targetText} ellipsis`} title={targetText(step.target)}>
        {target}
      </span>
      <span className={`${classes.argumentText} ellipsis dim`} title={args}>
        {args || step.comment}
      </span>
    </button>
  );
}

function ActiveCells({ step, cell, canWrite, problems, actions }: LineProps) {
  const keyword = findKeyword(step.keyword);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (cell === 'keyword') first.current?.focus();
  }, [cell]);
  const problemOf = (field: string) => problems.find((each) => each.field === field)?.message;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.metaKey || !canWrite) return;
    if (event.target instanceof HTMLTextAreaElement && event.shiftKey) return;
    event.preventDefault();
    actions.addAfter(step.id);
  };
  return (
    <>
      <span className={classes.keywordField}>
        <KeywordSelect
          inputRef={first}
          value={step.keyword}
          error={problemOf('keyword') !== undefined}
          readOnly={!canWrite}
          onChange={(id) => actions.setKeyword(step.id, id)}
        />
      </span>
      <span className={classes.target}>
        {keyword && keyword.target !== 'none' ? (
          <TargetInput
            key={step.id}
            step={step}
            error={problemOf('target')}
            readOnly={!canWrite}
            onKeyDown={onKeyDown}
            actions={actions}
          />
        ) : null}
      </span>
      <span className={classes.fields}>
        {keyword?.parameters.map((parameter) => (
          <ArgumentField
            key={parameter.name}
            parameter={parameter}
            value={step.args[parameter.name] ?? ''}
            error={problemOf(`args.${parameter.name}`)}
            readOnly={!canWrite}
            onChange={(value) => actions.setArgument(step.id, parameter.name, value)}
            onKeyDown={onKeyDown}
          />
        ))}
      </span>
    </>
  );
}

interface TargetProps {
  step: Step;
  error: string | undefined;
  readOnly: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  actions: LineActions;
}

/** Typed text stays as typed; the target follows. */
function TargetInput({ step, error, readOnly, onKeyDown, actions }: TargetProps) {
  const kept = targetText(step.target);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label="Target"
      placeholder='role=button name="Sign in"'
      list="known-targets"
      spellCheck={false}
      autoComplete="off"
      readOnly={readOnly}
      error={error}
      value={typed ?? kept}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const target = knownTargetOf(actions.knownTargets, value) ?? withTargetText(step.target, value);
        actions.change(step.id, { target }, 'target');
      }}
      onBlur={() => setTyped(null)}
      onKeyDown={onKeyDown}
    />
  );
}

function Problems({ problems, result }: { problems: readonly StepProblem[]; result: ScriptStepResult | undefined }) {
  const isShown = result?.message && result.status !== 'passed';
  return (
    <>
      {isShown ? <p className={classes.problem}>{result.message}</p> : null}
      {problems
        .filter(({ field }) => field !== 'target' && !field.startsWith('args.'))
        .map(({ field, message }) => (
          <p key={field} className={classes.problem}>
            {message}
          </p>
        ))}
    </>
  );
}

interface MenuProps {
  step: Step;
  number: string;
  depth: number;
  actions: LineActions;
}

function LineMenu({ step, number, depth, actions }: MenuProps) {
  const { runTo, toFunction } = actions;
  return (
    <RowMenu
      name={`step ${number}`}
      entries={[
        { label: 'Add step below', run: () => actions.addAfter(step.id) },
        { label: 'Duplicate', run: () => actions.duplicate(step.id) },
        { label: 'Move up', run: () => actions.move(step.id, -1) },
        { label: 'Move down', run: () => actions.move(step.id, 1) },
        {
          label: step.isEnabled ? 'Switch off' : 'Switch on',
          run: () => actions.change(step.id, { isEnabled: !step.isEnabled }),
        },
        runTo !== undefined && depth === 0 && { label: 'Run to here', run: () => runTo(step) },
        toFunction !== undefined && { label: 'Make a function…', run: () => toFunction(step) },
        { label: 'Delete step', run: () => actions.remove(step.id) },
      ]}
    />
  );
}

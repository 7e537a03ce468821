import { ActionIcon, Button, NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import type { StepProblem } from '@touchstone/contracts/web-testing';
import {
  findKeyword,
  type Locator,
  readTypedLocator,
  type Step,
  stepLimits,
  toLocatorText,
} from '@touchstone/engine-keyword/core';
import { Crosshair, Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { StepEditor } from '../../model/steps/use-step-editor.ts';
import { ArgumentField } from './argument-field.tsx';
import classes from './steps.module.css';

interface Props {
  step: Step;
  canWrite: boolean;
  problems: readonly StepProblem[];
  editor: Pick<StepEditor, 'change' | 'setArgument'>;
  /** Picks the element in the open browser of a recording. */
  pickTarget?: (() => void) | undefined;
}

/** StepDetails edits everything about the active step: each of its locators, and what happens on failure. */
export function StepDetails({ step, canWrite, problems, editor, pickTarget }: Props) {
  const keyword = findKeyword(step.keyword);
  const set = (patch: Partial<Step>, mark?: string) => editor.change(step.id, patch, mark);
  if (!keyword) return <p className="dim">Choose a keyword for this step.</p>;
  return (
    <>
      <section>
        <h2>{keyword.title}</h2>
        <p className="dim" style={{ margin: '0 0 10px' }}>
          {keyword.summary}
        </p>
        <div className={classes.group}>
          {keyword.parameters.map((parameter) => (
            <ArgumentField
              key={parameter.name}
              parameter={parameter}
              value={step.args[parameter.name] ?? ''}
              error={problems.find(({ field }) => field === `args.${parameter.name}`)?.message}
              readOnly={!canWrite}
              withHelp
              onChange={(value) => editor.setArgument(step.id, parameter.name, value)}
            />
          ))}
        </div>
      </section>
      {keyword.target === 'none' ? null : (
        <TargetFields step={step} canWrite={canWrite} set={set} pickTarget={pickTarget} />
      )}
      <FailureFields step={step} canWrite={canWrite} set={set} />
    </>
  );
}

interface PartProps {
  step: Step;
  canWrite: boolean;
  set: (patch: Partial<Step>, mark?: string) => void;
}

function TargetFields({ step, canWrite, set, pickTarget }: PartProps & Pick<Props, 'pickTarget'>) {
  const target = step.target ?? { name: '', locators: [], frame: [] };
  return (
    <section>
      <h2>Target</h2>
      <div className={classes.group}>
        {pickTarget && canWrite ? (
          <span>
            <Button variant="default" leftSection={<Crosshair size={14} />} onClick={pickTarget}>
              Pick in the browser
            </Button>
          </span>
        ) : null}
        <TextInput
          label="Name of the element"
          description="What reports call it"
          maxLength={255}
          readOnly={!canWrite}
          value={target.name}
          onChange={(event) => set({ target: { ...target, name: event.currentTarget.value } }, 'name')}
        />
        <LocatorList
          label="Locators"
          help="Tried in order. The first that finds exactly one element is used."
          noun="locator"
          locators={target.locators}
          most={stepLimits.locators}
          canWrite={canWrite}
          onChange={(locators) => set({ target: { ...target, locators } })}
        />
        <LocatorList
          label="Frames"
          help="Frames that the element lies in, the outermost first."
          noun="frame"
          locators={target.frame}
          most={10}
          canWrite={canWrite}
          onChange={(frame) => set({ target: { ...target, frame } })}
        />
      </div>
    </section>
  );
}

interface ListProps {
  label: string;
  help: string;
  noun: string;
  locators: Locator[];
  most: number;
  canWrite: boolean;
  onChange: (locators: Locator[]) => void;
}

function LocatorList({ label, help, noun, locators, most, canWrite, onChange }: ListProps) {
  const [adding, setAdding] = useState(false);
  const put = (index: number, text: string) => {
    const locator = readTypedLocator(text);
    const next = locator ? locators.with(index, locator) : locators.filter((_, at) => at !== index);
    onChange(next);
  };
  return (
    <fieldset style={{ margin: 0, padding: 0, border: 0 }}>
      <legend style={{ padding: 0 }}>{label}</legend>
      <p className="dim" style={{ margin: '0 0 4px' }}>
        {help}
      </p>
      <div className={classes.group} style={{ gap: 4 }}>
        {locators.map((locator, index) => (
          <div className={classes.locator} key={toLocatorText(locator)}>
            <LocatorInput
              label={`${noun} ${index + 1}`}
              text={toLocatorText(locator)}
              readOnly={!canWrite}
              onDone={(text) => put(index, text)}
            />
            {canWrite ? (
              <ActionIcon size={24} aria-label={`Remove ${noun} ${index + 1}`} onClick={() => put(index, '')}>
                <X size={14} />
              </ActionIcon>
            ) : null}
          </div>
        ))}
        {adding ? (
          <LocatorInput
            label={`New ${noun}`}
            text=""
            readOnly={false}
            autoFocus
            onDone={(text) => {
              setAdding(false);
              const locator = readTypedLocator(text);
              const isKnown = locator && locators.some((each) => toLocatorText(each) === toLocatorText(locator));
              if (locator && !isKnown) onChange([...locators, locator]);
            }}
          />
        ) : null}
        {canWrite && !adding && locators.length < most ? (
          <span>
            <Button variant="subtle" size="compact-xs" leftSection={<Plus size={12} />} onClick={() => setAdding(true)}>
              Add {noun}
            </Button>
          </span>
        ) : null}
      </div>
    </fieldset>
  );
}

interface InputProps {
  label: string;
  text: string;
  readOnly: boolean;
  autoFocus?: boolean;
  onDone: (text: string) => void;
}

/** Typed text is applied on blur or Enter. */
function LocatorInput({ label, text, readOnly, autoFocus, onDone }: InputProps) {
  const [typed, setTyped] = useState(text);
  return (
    <TextInput
      aria-label={label}
      placeholder='role=button name="Sign in"'
      spellCheck={false}
      autoComplete="off"
      data-autofocus={autoFocus}
      ref={(input) => {
        if (autoFocus && input && document.activeElement === document.body) input.focus();
      }}
      readOnly={readOnly}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => (typed !== text || autoFocus) && onDone(typed)}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}

function FailureFields({ step, canWrite, set }: PartProps) {
  const { onFailure, retries, timeoutMs, evidence, comment, isEnabled } = step;
  return (
    <section>
      <h2>When it runs</h2>
      <div className={classes.group}>
        <NativeSelect
          label="If it fails"
          disabled={!canWrite}
          value={onFailure}
          data={[
            { value: 'stop', label: 'Stop the script' },
            { value: 'continue', label: 'Go on, and fail at the end' },
            { value: 'retry', label: 'Try again' },
          ]}
          onChange={(event) => {
            const next = event.currentTarget.value as Step['onFailure'];
            set({ onFailure: next, retries: next === 'retry' ? Math.max(1, retries) : 0 });
          }}
        />
        {onFailure === 'retry' ? (
          <NumberInput
            label="Tries after the first"
            min={1}
            max={stepLimits.retries}
            allowDecimal={false}
            readOnly={!canWrite}
            value={retries}
            onChange={(value) => typeof value === 'number' && set({ retries: value })}
          />
        ) : null}
        <NumberInput
          label="Time limit (ms)"
          placeholder="That of the run"
          min={1}
          max={600_000}
          allowDecimal={false}
          readOnly={!canWrite}
          value={timeoutMs ?? ''}
          onChange={(value) => set({ timeoutMs: typeof value === 'number' ? value : null })}
        />
        <NativeSelect
          label="Picture of the page"
          disabled={!canWrite}
          value={evidence}
          data={[
            { value: 'failure', label: 'When it fails' },
            { value: 'always', label: 'Always' },
            { value: 'none', label: 'Never' },
          ]}
          onChange={(event) => set({ evidence: event.currentTarget.value as Step['evidence'] })}
        />
        <Textarea
          label="Comment"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={2000}
          readOnly={!canWrite}
          value={comment}
          onChange={(event) => set({ comment: event.currentTarget.value }, 'comment')}
        />
        <Switch
          label={isEnabled ? 'Step is on' : 'Step is off'}
          disabled={!canWrite}
          checked={isEnabled}
          onChange={(event) => set({ isEnabled: event.currentTarget.checked })}
        />
      </div>
    </section>
  );
}

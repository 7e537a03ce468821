import { ActionIcon, Button, Checkbox, Select } from '@mantine/core';
import type { Assertion, ScriptInput } from '@touchstone/contracts/api-testing';
import { Plus, Sparkles, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  type AssertionKind,
  type AssertionOperator,
  hasExpected,
  hasPath,
  kindLabels,
  operatorLabel,
  operatorsOf,
  withKind,
} from '../../../model/editor/assertion-text.ts';
import type { Problems } from '../../../model/editor/script-draft.ts';
import classes from '../editor.module.css';
import type { FreshRow, ResponseActions } from '../use-response-actions.ts';
import { VariableInput } from '../variable-input.tsx';
import { ExpectedInput } from './expected-input.tsx';

type Suggestions = Pick<
  ResponseActions,
  'fresh' | 'suggest' | 'suggestedCount' | 'undoSuggestions' | 'keepSuggestions'
>;

interface Props {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
  /** Absent if nothing is suggested here. */
  actions?: Suggestions;
  /** Whether there is a response to derive assertions from. */
  canSuggest?: boolean;
}

const placeholders: Partial<Record<AssertionKind, string>> = {
  jsonPath: '$.data[0].id',
  header: 'Content-Type',
  xpath: '//order/@id',
};

/** The first assertion is usually about the status, further ones about the body. */
const nextAssertion = (assertions: readonly Assertion[]): Assertion =>
  assertions.some((item) => item.kind === 'status')
    ? { kind: 'jsonPath', path: '$.', operator: 'equals', expected: '', enabled: true }
    : { kind: 'status', operator: 'equals', expected: 200, enabled: true };

/** AssertionsSection edits the assertions on the response. */
export function AssertionsSection({ draft, onChange, problems, actions, canSuggest = false }: Props) {
  const { assertions } = draft;
  const body = useRef<HTMLTableSectionElement>(null);
  const [added, setAdded] = useState<FreshRow | null>(null);
  useEffect(() => focusRow(body.current, added), [added]);
  const fresh = actions?.fresh ?? null;
  useEffect(() => focusRow(body.current, fresh), [fresh]);
  const set = (next: Assertion[]) => onChange({ ...draft, assertions: next });
  return (
    <>
      <div className={classes.sectionBar}>
        <Button
          variant="default"
          leftSection={<Plus size={14} />}
          onClick={() => {
            set([...assertions, nextAssertion(assertions)]);
            setAdded({ index: assertions.length });
          }}
        >
          Add assertion
        </Button>
        {actions ? (
          <Button
            variant="subtle"
            leftSection={<Sparkles size={14} />}
            disabled={!canSuggest}
            title={canSuggest ? undefined : 'Send the request first'}
            onClick={actions.suggest}
          >
            Suggest from response
          </Button>
        ) : null}
        {actions && actions.suggestedCount > 0 ? <Suggested actions={actions} /> : null}
      </div>
      {assertions.length > 0 ? (
        <table className={`${classes.rows} ${classes.assertions}`}>
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">Enabled</span>
              </th>
              <th scope="col" style={{ width: 190 }}>
                Target
              </th>
              <th scope="col">Path</th>
              <th scope="col" style={{ width: 150 }}>
                Condition
              </th>
              <th scope="col">Expected</th>
              <th style={{ width: 36 }}>
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {assertions.map((assertion, index) => (
              <AssertionRow
                // biome-ignore lint/suspicious/noArrayIndexKey: an assertion has no identity before it is saved
                key={index}
                assertion={assertion}
                index={index}
                problems={problems}
                onChange={(next) => set(assertions.map((item, at) => (at === index ? next : item)))}
                onRemove={() => set(assertions.filter((_, at) => at !== index))}
              />
            ))}
          </tbody>
        </table>
      ) : (
        <p className="dim" style={{ padding: '4px 16px 16px' }}>
          {actions
            ? 'Without assertions, the step passes on any response. Add one, or send the request and let the response suggest some.'
            : 'Without assertions, every status below 400 counts as up.'}
        </p>
      )}
    </>
  );
}

function focusRow(body: HTMLElement | null, row: FreshRow | null): void {
  const line = row ? body?.children[row.index] : undefined;
  line?.scrollIntoView({ block: 'nearest' });
  line?.querySelector<HTMLElement>('input:not([type="checkbox"])')?.focus({ preventScroll: true });
}

function Suggested({ actions: { suggestedCount, undoSuggestions, keepSuggestions } }: { actions: Suggestions }) {
  return (
    <span className={classes.suggested} role="status">
      {`Added ${suggestedCount} ${suggestedCount === 1 ? 'assertion' : 'assertions'}.`}
      <Button variant="subtle" size="compact-sm" onClick={undoSuggestions}>
        Undo
      </Button>
      <ActionIcon size={24} aria-label="Keep the suggested assertions" onClick={keepSuggestions}>
        <X size={13} />
      </ActionIcon>
    </span>
  );
}

interface RowProps {
  assertion: Assertion;
  index: number;
  problems: Problems;
  onChange: (assertion: Assertion) => void;
  onRemove: () => void;
}

function AssertionRow({ assertion, index, problems, onChange, onRemove }: RowProps) {
  const { kind, operator } = assertion;
  return (
    <tr>
      <td className={classes.middle}>
        <Checkbox
          aria-label={`Use assertion ${index + 1}`}
          checked={assertion.enabled}
          onChange={(event) => onChange({ ...assertion, enabled: event.currentTarget.checked })}
        />
      </td>
      <td>
        <Select
          aria-label={`Target of assertion ${index + 1}`}
          allowDeselect={false}
          openOnFocus={false}
          data={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={(value) => value && onChange(withKind(assertion, value as AssertionKind))}
        />
      </td>
      <td>
        {hasPath(kind) ? (
          <VariableInput
            aria-label={`Path of assertion ${index + 1}`}
            inputClass="mono"
            placeholder={placeholders[kind]}
            value={assertion.path ?? ''}
            error={problems[`assertions.${index}.path`]}
            onChange={(path) => onChange({ ...assertion, path })}
          />
        ) : (
          <div className={`${classes.middle} ${classes.noPath} dim`}>–</div>
        )}
      </td>
      <td>
        <Select
          aria-label={`Operator of assertion ${index + 1}`}
          allowDeselect={false}
          data={operatorsOf[kind].map((value) => ({ value, label: operatorLabel(kind, value) }))}
          value={operator}
          onChange={(value) => value && onChange({ ...assertion, operator: value as AssertionOperator })}
        />
      </td>
      <td>
        {hasExpected(operator) ? (
          <ExpectedInput
            label={`Expected value of assertion ${index + 1}`}
            kind={kind}
            operator={operator}
            value={assertion.expected}
            error={problems[`assertions.${index}.expected`]}
            onChange={(expected) => onChange({ ...assertion, expected })}
          />
        ) : null}
      </td>
      <td>
        <ActionIcon aria-label={`Remove assertion ${index + 1}`} onClick={onRemove}>
          <X size={14} />
        </ActionIcon>
      </td>
    </tr>
  );
}

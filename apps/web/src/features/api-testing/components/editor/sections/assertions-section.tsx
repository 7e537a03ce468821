import { ActionIcon, Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import type { Assertion, ScriptInput } from '@touchstone/contracts/api-testing';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  type AssertionKind,
  type AssertionOperator,
  expectedExample,
  formatExpected,
  hasExpected,
  hasPath,
  isLongExpected,
  kindLabels,
  operatorLabel,
  operatorsOf,
  parseExpected,
  withKind,
} from '../../../model/editor/assertion-text.ts';
import type { Problems } from '../../../model/editor/script-draft.ts';
import classes from '../editor.module.css';
import { SchemaFiles } from './schema-files.tsx';

interface Props {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
}

const placeholders: Partial<Record<AssertionKind, string>> = {
  jsonPath: '$.data[0].id',
  header: 'Content-Type',
  xpath: '//order/@id',
};

/** AssertionsSection edits what must hold for the response. */
export function AssertionsSection({ draft, onChange, problems }: Props) {
  const { assertions } = draft;
  const set = (next: Assertion[]) => onChange({ ...draft, assertions: next });
  const change = (index: number, next: Assertion) => set(assertions.map((item, at) => (at === index ? next : item)));
  return (
    <>
      {assertions.length > 0 ? (
        <table className={classes.rows}>
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
          <tbody>
            {assertions.map((assertion, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an assertion has no identity before it is saved
              <tr key={index}>
                <td className={classes.middle}>
                  <Checkbox
                    aria-label={`Use assertion ${index + 1}`}
                    checked={assertion.enabled}
                    onChange={(event) => change(index, { ...assertion, enabled: event.currentTarget.checked })}
                  />
                </td>
                <td>
                  <Select
                    aria-label={`Target of assertion ${index + 1}`}
                    allowDeselect={false}
                    data={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
                    value={assertion.kind}
                    onChange={(value) => value && change(index, withKind(assertion, value as AssertionKind))}
                  />
                </td>
                <td>
                  {hasPath(assertion.kind) ? (
                    <TextInput
                      aria-label={`Path of assertion ${index + 1}`}
                      classNames={{ input: 'mono' }}
                      placeholder={placeholders[assertion.kind]}
                      value={assertion.path ?? ''}
                      error={problems[`assertions.${index}.path`]}
                      onChange={(event) => change(index, { ...assertion, path: event.currentTarget.value })}
                    />
                  ) : (
                    <div className={`${classes.middle} dim`} style={{ paddingLeft: 6, paddingTop: 5 }}>
                      –
                    </div>
                  )}
                </td>
                <td>
                  <Select
                    aria-label={`Operator of assertion ${index + 1}`}
                    allowDeselect={false}
                    data={operatorsOf[assertion.kind].map((operator) => ({
                      value: operator,
                      label: operatorLabel(assertion.kind, operator),
                    }))}
                    value={assertion.operator}
                    onChange={(value) => value && change(index, { ...assertion, operator: value as AssertionOperator })}
                  />
                </td>
                <td>
                  {hasExpected(assertion.operator) ? (
                    <ExpectedInput
                      label={`Expected value of assertion ${index + 1}`}
                      kind={assertion.kind}
                      operator={assertion.operator}
                      value={assertion.expected}
                      error={problems[`assertions.${index}.expected`]}
                      onChange={(expected) => change(index, { ...assertion, expected })}
                    />
                  ) : null}
                </td>
                <td>
                  <ActionIcon
                    aria-label={`Remove assertion ${index + 1}`}
                    onClick={() => set(assertions.filter((_, at) => at !== index))}
                  >
                    <X size={14} />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="dim" style={{ padding: '16px 16px 4px' }}>
          Without assertions, the step passes on any response. Add one here, or send the request and click a value in
          the response.
        </p>
      )}
      <div style={{ padding: '8px 12px' }}>
        <Button
          variant="default"
          leftSection={<Plus size={14} />}
          onClick={() =>
            set([
              ...assertions,
              assertions.some((item) => item.kind === 'status')
                ? { kind: 'jsonPath', path: '$.', operator: 'equals', expected: '', enabled: true }
                : { kind: 'status', operator: 'equals', expected: 200, enabled: true },
            ])
          }
        >
          Add assertion
        </Button>
      </div>
    </>
  );
}

interface ExpectedProps {
  label: string;
  kind: AssertionKind;
  operator: AssertionOperator;
  value: Assertion['expected'];
  error: string | undefined;
  onChange: (value: Assertion['expected']) => void;
}

/** ExpectedInput keeps the text as typed; only its meaning goes into the draft. */
function ExpectedInput({ label, kind, operator, value, error, onChange }: ExpectedProps) {
  const [typed, setTyped] = useState(() => formatExpected(kind, value));
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(formatExpected(kind, value));
  }, [value, kind]);
  const type = (text: string) => {
    setTyped(text);
    sent.current = parseExpected(kind, text);
    onChange(sent.current);
  };
  const shared = {
    'aria-label': label,
    value: typed,
    error,
    classNames: { input: 'mono' },
    placeholder: expectedExample(kind, operator),
  };
  return isLongExpected(kind, operator) ? (
    <>
      <Textarea
        {...shared}
        autosize
        minRows={3}
        maxRows={14}
        spellCheck={false}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {kind === 'xsd' ? <SchemaFiles label={label} onText={type} /> : null}
    </>
  ) : (
    <TextInput {...shared} onChange={(event) => type(event.currentTarget.value)} />
  );
}

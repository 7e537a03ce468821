import { readExpression } from '@touchstone/engine-expression/core';
import { useMemo } from 'react';
import { CodeEditor } from '../../../../ui/code-editor/code-editor.tsx';
import type { CodeWord } from '../../../../ui/code-editor/variable-marks.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import classes from './panels.module.css';

interface Props {
  label: string;
  value: string;
  /** Names that may be in braces. */
  words: readonly CodeWord[];
  /** Names of deleted variables. */
  deleted?: ReadonlySet<string>;
  isReadOnly?: boolean;
  onChange: (value: string) => void;
}

/** ConditionEditor edits a condition: errors are underlined and listed; warnings leave it valid. */
export function ConditionEditor({ label, value, words, deleted, isReadOnly = false, onChange }: Props) {
  const faults = useMemo(
    () => (value.trim() === '' ? [] : readExpression(value, { ...(deleted && { deletedVariables: deleted }) }).faults),
    [value, deleted],
  );
  const variables = useMemo(
    () => ({
      words,
      describe: (name: string) => {
        const word = words.find((other) => other.label === name);
        return { text: word?.detail ?? 'A variable of the run', hasValue: true };
      },
    }),
    [words],
  );
  const isInvalid = faults.some(({ severity }) => severity === 'error');
  return (
    <div>
      <div className={classes.condition} data-invalid={isInvalid || undefined}>
        <CodeEditor
          label={label}
          language="text"
          value={value}
          onChange={onChange}
          readOnly={isReadOnly}
          invalid={isInvalid}
          placeholder="{{order.total}} > 100 AND {{status}} == 200"
          variables={variables}
          faults={faults}
          isPlain
          wrap
        />
      </div>
      <ul className={classes.faults} aria-label={`Faults of ${label}`} aria-live="polite">
        {faults.map((fault) => (
          <li key={`${fault.code} ${fault.start}`}>
            <StatusGlyph status={fault.severity === 'error' ? 'error' : 'flaky'} decorative />
            <span>
              {fault.message} <code>{value.slice(fault.start, Math.max(fault.end, fault.start + 1)).slice(0, 40)}</code>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

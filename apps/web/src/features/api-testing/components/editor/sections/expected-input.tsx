import { UnstyledButton } from '@mantine/core';
import type { Assertion } from '@touchstone/contracts/api-testing';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type AssertionKind,
  type AssertionOperator,
  expectedExample,
  formatExpected,
  isLongExpected,
  parseExpected,
} from '../../../model/editor/assertion-text.ts';
import classes from '../editor.module.css';
import { VariableInput } from '../variable-input.tsx';
import { SchemaFiles } from './schema-files.tsx';

interface Props {
  label: string;
  kind: AssertionKind;
  operator: AssertionOperator;
  value: Assertion['expected'];
  error: string | undefined;
  onChange: (value: Assertion['expected']) => void;
}

/** ExpectedInput keeps the text as typed; only its parsed value goes into the draft. */
export function ExpectedInput({ label, kind, operator, value, error, onChange }: Props) {
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
  const isLong = isLongExpected(kind, operator);
  const input = (
    <VariableInput
      kind={isLong ? 'text' : 'line'}
      aria-label={label}
      value={typed}
      error={error}
      inputClass="mono"
      placeholder={expectedExample(kind, operator)}
      onChange={type}
    />
  );
  if (!isLong) return input;
  return (
    <LongText label={label} text={typed} isFaulty={error !== undefined}>
      {input}
      {kind === 'xsd' ? <SchemaFiles label={label} onText={type} /> : null}
    </LongText>
  );
}

interface LongProps {
  label: string;
  text: string;
  isFaulty: boolean;
  children: ReactNode;
}

/** A long text is one line until it is expanded; short or invalid ones are expanded. */
function LongText({ label, text, isFaulty, children }: LongProps) {
  const lines = text.split('\n').length;
  const [isOpen, setOpen] = useState(lines <= 3);
  if (isFaulty && !isOpen) setOpen(true);
  return (
    <>
      {lines > 3 ? (
        <UnstyledButton
          className={classes.oneLine}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} ${label.toLowerCase()}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          <span className="mono ellipsis grow">{isOpen ? '' : text.replace(/\s+/g, ' ').slice(0, 200)}</span>
          <span className="dim num">{lines} lines</span>
        </UnstyledButton>
      ) : null}
      {isOpen ? children : null}
    </>
  );
}

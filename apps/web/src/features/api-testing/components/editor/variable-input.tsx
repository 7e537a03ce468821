import { Combobox, TextInput, type TextInputProps, Tooltip, useCombobox } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import type { ValueCellProps } from '../../../../ui/table/key-value-grid.tsx';
import {
  describeVariable,
  matchingVariables,
  openVariable,
  unknownNames,
  variableUses,
  withVariable,
} from '../../model/request/known-variables.ts';
import { useKnownVariables } from './known-variables.ts';
import classes from './variable-input.module.css';

interface Props extends Pick<TextInputProps, 'variant' | 'className' | 'classNames' | 'placeholder' | 'error'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onEnter?: (() => void) | undefined;
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  onBlur?: () => void;
  isInvalid?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/**
 * VariableInput is a line of text that may use variables. Behind `{{` it offers those there are, beside the text it marks those that have
 * no value, and pointing at it tells what each stands for.
 */
export function VariableInput(props: Props) {
  const { label, value, onChange, onEnter, isInvalid, ref, ...look } = props;
  const known = useKnownVariables();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const store = useCombobox({ onDropdownClose: () => setCaret(null) });
  const open = known && caret !== null ? openVariable(value, caret) : undefined;
  const offered = known && open ? matchingVariables(known, open.typed) : [];
  const isOpen = offered.length > 0;
  const unknown = known ? unknownNames([value], known) : [];
  useEffect(() => {
    if (isOpen) store.selectFirstOption();
  }, [isOpen, store.selectFirstOption]);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setCaret(null);
    }
    if (event.key === 'Enter' && !isOpen && !event.ctrlKey && !event.metaKey && onEnter) {
      event.preventDefault();
      onEnter();
    }
  };
  const take = (name: string) => {
    if (!open || caret === null) return;
    const next = withVariable(value, open, caret, name);
    onChange(next.text);
    setCaret(null);
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret));
  };
  const title = known && variableUses(value).map(({ name }) => `{{${name}}}: ${describeVariable(name, known)}`);
  return (
    <Combobox
      store={{ ...store, dropdownOpened: isOpen }}
      onOptionSubmit={take}
      shadow="md"
      width="max-content"
      position="bottom-start"
    >
      <Combobox.Target
        withAriaAttributes={isOpen}
        withKeyboardNavigation={isOpen}
        withExpandedAttribute={isOpen}
        autoComplete="off"
      >
        <TextInput
          {...look}
          ref={(element) => {
            input.current = element;
            if (typeof ref === 'function') ref(element);
            else if (ref) ref.current = element;
          }}
          aria-label={label}
          error={look.error ?? isInvalid}
          autoComplete="off"
          spellCheck={false}
          title={title && title.length > 0 ? title.join('\n') : undefined}
          value={value}
          rightSection={unknown.length > 0 ? <NoValue names={unknown} /> : undefined}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            setCaret(event.currentTarget.selectionStart);
          }}
          onKeyDown={handleKey}
          onBlur={() => {
            setCaret(null);
            look.onBlur?.();
          }}
        />
      </Combobox.Target>
      {isOpen ? (
        <Combobox.Dropdown>
          <Combobox.Options aria-label="Variables">
            {offered.map(({ name }) => (
              <Combobox.Option key={name} value={name} className={classes.option}>
                <span className="mono">{name}</span>
                <span className="dim ellipsis">{known ? describeVariable(name, known) : ''}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      ) : null}
    </Combobox>
  );
}

function NoValue({ names }: { names: readonly string[] }) {
  const words = `No value for ${names.map((name) => `{{${name}}}`).join(', ')}`;
  return (
    <Tooltip label={`${words}. Define it in the environment, or extract it in an earlier script.`} multiline maw={320}>
      <span role="img" aria-label={words} className={classes.noValue}>
        <TriangleAlert size={14} aria-hidden />
      </span>
    </Tooltip>
  );
}

/** VariableCell is the value of a row, which may use variables. */
export function VariableCell({ className, ...cell }: ValueCellProps) {
  return <VariableInput {...cell} variant="unstyled" classNames={{ input: className ?? '' }} />;
}

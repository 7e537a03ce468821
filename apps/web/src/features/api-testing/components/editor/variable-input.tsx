import { Combobox, PasswordInput, Textarea, TextInput, type TextInputProps, Tooltip, useCombobox } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ValueCellProps } from '../../../../ui/table/key-value-grid.tsx';
import {
  describeVariable,
  type KnownVariable,
  matchingVariables,
  openVariable,
  unknownNames,
  variableUses,
  withVariable,
} from '../../model/request/known-variables.ts';
import { useKnownVariables } from './known-variables.ts';
import classes from './variable-input.module.css';

type Box = HTMLInputElement | HTMLTextAreaElement;
/** One line, one masked line that the user can reveal, or several lines. */
type Kind = 'line' | 'secret' | 'text';

interface Props
  extends Pick<
    TextInputProps,
    'label' | 'aria-label' | 'description' | 'variant' | 'className' | 'placeholder' | 'error'
  > {
  kind?: Kind;
  value: string;
  onChange: (value: string) => void;
  onEnter?: (() => void) | undefined;
  /** Keys that the variable list doesn't use. */
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  readOnly?: boolean;
  onPaste?: (event: ClipboardEvent) => void;
  onBlur?: () => void;
  isInvalid?: boolean;
  inputClass?: string | undefined;
  ref?: Ref<Box>;
}

/**
 * VariableInput is a text field with variables. Suggests them after `{{`, marks the ones without a value next to the
 * text, and describes each on hover.
 */
export function VariableInput(props: Props) {
  const { kind = 'line', value, onChange, onEnter, onKeyDown, isInvalid, inputClass, ref, ...look } = props;
  const known = useKnownVariables();
  const input = useRef<Box>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const store = useCombobox({ onDropdownClose: () => setCaret(null) });
  const open = known && caret !== null && !look.readOnly ? openVariable(value, caret) : undefined;
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
    if (!isOpen) onKeyDown?.(event);
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
        <InputOfKind
          {...look}
          kind={kind}
          ref={(element) => {
            input.current = element;
            if (typeof ref === 'function') ref(element);
            else if (ref) ref.current = element;
          }}
          classNames={{ input: inputClass ?? '' }}
          error={look.error ?? isInvalid}
          title={title && title.length > 0 ? title.join('\n') : undefined}
          value={value}
          mark={unknown.length > 0 ? <NoValue names={unknown} /> : undefined}
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
      {known && isOpen ? <Offered variables={offered} known={known} /> : null}
    </Combobox>
  );
}

function Offered({
  variables,
  known,
}: {
  variables: readonly KnownVariable[];
  known: ReadonlyMap<string, KnownVariable>;
}) {
  return (
    <Combobox.Dropdown>
      <Combobox.Options aria-label="Variables">
        {variables.map(({ name }) => (
          <Combobox.Option key={name} value={name} className={classes.option}>
            <span className="mono">{name}</span>
            <span className="dim ellipsis">{describeVariable(name, known)}</span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

interface InputProps
  extends Omit<Props, 'kind' | 'onChange' | 'onEnter' | 'onKeyDown' | 'isInvalid' | 'inputClass' | 'ref'> {
  kind: Kind;
  ref: (element: Box | null) => void;
  mark: ReactNode;
  classNames: { input: string };
  title: string | undefined;
  onChange: (event: ChangeEvent<Box>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The mark reacts to the mouse; the reveal button of a secret stays at the end. */
function InputOfKind({ kind, mark, ...input }: InputProps) {
  if (kind === 'secret')
    return (
      <PasswordInput
        {...input}
        leftSection={mark}
        leftSectionPointerEvents="all"
        // Mantine only sets the look of an invalid password field.
        aria-invalid={input.error ? true : undefined}
        autoComplete="new-password"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide' }}
      />
    );
  const shared = {
    ...input,
    rightSection: mark,
    rightSectionPointerEvents: 'all',
    autoComplete: 'off',
    spellCheck: false,
  } as const;
  return kind === 'text' ? <Textarea {...shared} autosize minRows={3} maxRows={14} /> : <TextInput {...shared} />;
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

/** VariableCell is the value cell of a row, with variables. */
export function VariableCell({ label, className, ...cell }: ValueCellProps) {
  return <VariableInput {...cell} aria-label={label} variant="unstyled" inputClass={className} />;
}

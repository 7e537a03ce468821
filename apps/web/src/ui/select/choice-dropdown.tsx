import { Combobox, useVirtualizedCombobox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useState } from 'react';
import type { Choice } from '../../shared/choices.ts';
import classes from './choice-dropdown.module.css';
import { needsMoreChoices } from './remote-choices.ts';

const rowHeight = 32;
const listHeight = 200;

interface ListOptions {
  choices: Choice[];
  onPick: (choice: Choice) => void;
  onClose: () => void;
}

/** useChoiceList returns the keyboard handling of a list of choices that only renders the visible ones. */
export function useChoiceList({ choices, onPick, onClose }: ListOptions) {
  const id = useId();
  const [value, setValue] = useState<string>();
  // The choices may change while one is marked.
  const marked = choices.findIndex((choice) => choice.value === value);
  const mark = (index: number) => setValue(choices[index]?.value);
  const optionId = (index: number) => `${id}-${index}`;
  const store = useVirtualizedCombobox({
    totalOptionsCount: choices.length,
    getOptionId: optionId,
    isOptionDisabled: (index) => choices[index]?.isDisabled ?? false,
    selectedOptionIndex: marked,
    setSelectedOptionIndex: mark,
    onSelectedOptionSubmit: (index) => {
      const choice = choices[index];
      if (choice) onPick(choice);
    },
    onDropdownClose: () => {
      mark(-1);
      onClose();
    },
  });
  return { store, marked, mark, optionId };
}

interface Props {
  label: string;
  choices: Choice[];
  list: ReturnType<typeof useChoiceList>;
  /** Shown in place of the choices if there are none; undefined if the field says so itself. */
  none: string | undefined;
  onMore: () => void;
}

/** ChoiceDropdown is the open list of a remote select, 200 pixels high; `onMore` is called near its end. */
export function ChoiceDropdown({ label, choices, none, ...others }: Props) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  return (
    <Combobox.Dropdown hidden={choices.length === 0 && none === undefined}>
      {/* The field keeps the focus while the list is scrolled with the mouse. The list itself scrolls, so its keys are
          the field's. */}
      <Combobox.Options
        ref={setScroller}
        className={classes.list}
        aria-label={label}
        onMouseDown={(event) => event.preventDefault()}
      >
        {choices.length > 0 ? (
          <Choices choices={choices} scroller={scroller} {...others} />
        ) : (
          <Combobox.Empty>{none}</Combobox.Empty>
        )}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

interface ChoicesProps extends Pick<Props, 'choices' | 'list' | 'onMore'> {
  scroller: HTMLElement | null;
}

function Choices({ choices, list: { marked, mark, optionId }, scroller, onMore }: ChoicesProps) {
  const rows = useVirtualizer({
    count: choices.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    initialRect: { width: 0, height: listHeight },
    overscan: 2,
  });
  const shown = rows.getVirtualItems();
  // Calculated with the items: before, it is that of the last rendering.
  const last = rows.range?.endIndex ?? -1;
  useEffect(() => {
    if (last >= 0 && needsMoreChoices(last, choices.length)) onMore();
  });
  useEffect(() => {
    if (marked >= 0) rows.scrollToIndex(marked);
  }, [marked, rows]);
  return (
    <div className={classes.choices} role="presentation" style={{ height: rows.getTotalSize() }}>
      {shown.map(({ index, start }) => {
        const choice = choices[index];
        return choice ? (
          <Combobox.Option
            key={choice.value}
            id={optionId(index)}
            className={classes.choice}
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            value={choice.value}
            title={choice.label}
            selected={index === marked}
            disabled={choice.isDisabled ?? false}
            aria-selected={index === marked}
            aria-posinset={index + 1}
            aria-setsize={-1}
            onMouseOver={() => mark(choice.isDisabled ? -1 : index)}
          >
            {choice.label}
          </Combobox.Option>
        ) : null;
      })}
    </div>
  );
}

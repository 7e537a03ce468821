import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useHotkey } from '../../shared/hotkeys.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  width?: number;
}

/** FilterInput filters a list shortly after typing; `/` focuses it, Escape clears it. */
export function FilterInput({ label, value, onChange, width = 240 }: Props) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef<string[]>([]);
  const later = useDebouncedCallback((next: string) => {
    sent.current.push(next);
    onChange(next);
  }, 200);
  useHotkey('filter', () => input.current?.focus());
  useEffect(() => {
    // On a slow machine the typed value returns late: letters typed since then stay.
    const place = sent.current.indexOf(value);
    sent.current = sent.current.slice(place + 1);
    if (place < 0) setTyped(value);
  }, [value]);
  const set = (next: string) => {
    setTyped(next);
    later(next);
  };
  return (
    <TextInput
      ref={input}
      className="filter"
      style={{ '--filter-width': `${width}px` }}
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={14} />}
      rightSection={
        typed ? <CloseButton size="xs" aria-label="Clear the filter" onClick={() => set('')} /> : <kbd>/</kbd>
      }
      // In a dialog, the first Escape clears the filter and the next closes the dialog.
      data-mantine-stop-propagation={typed ? 'true' : undefined}
      value={typed}
      onChange={(event) => set(event.currentTarget.value)}
      onKeyDown={(event) => {
        // In a form, Enter would submit it.
        if (event.key === 'Enter') event.preventDefault();
        if (event.key !== 'Escape') return;
        set('');
        event.currentTarget.blur();
      }}
    />
  );
}

import { FileButton, UnstyledButton } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import classes from './file-drop.module.css';

interface Props {
  label: string;
  hint: ReactNode;
  isBusy?: boolean;
  isInvalid?: boolean;
  /** More than one file at once. */
  multiple?: boolean;
  /** Focused when its dialog opens. */
  autoFocus?: boolean;
  onFiles: (files: File[]) => void;
}

/** FileDrop accepts files that are dropped on it, or chosen by click or key. */
export function FileDrop({
  label,
  hint,
  isBusy = false,
  isInvalid = false,
  multiple = false,
  autoFocus,
  onFiles,
}: Props) {
  const [over, setOver] = useState(false);
  // The same file may be chosen again after it was fixed.
  const forget = useRef<() => void>(null);
  const take = (files: File[]) => {
    if (files.length === 0 || isBusy) return;
    forget.current?.();
    onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    <FileButton<boolean>
      multiple={multiple}
      resetRef={forget}
      onChange={(chosen: File | File[] | null) => take(chosen === null ? [] : [chosen].flat())}
    >
      {({ onClick }) => (
        <UnstyledButton
          className={classes.drop}
          data-over={over || undefined}
          data-invalid={isInvalid || undefined}
          aria-busy={isBusy}
          {...(autoFocus ? { 'data-autofocus': true } : {})}
          onClick={onClick}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            take([...event.dataTransfer.files]);
          }}
        >
          <FileUp size={20} aria-hidden />
          <span>{label}</span>
          <span className={classes.hint}>{hint}</span>
        </UnstyledButton>
      )}
    </FileButton>
  );
}

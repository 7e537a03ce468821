import { Button, Group, Modal, SegmentedControl } from '@mantine/core';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { diffWords } from '@touchstone/kernel/text-diff';
import { useState } from 'react';
import { MarkedText } from '../../../../../ui/diff/marked-text.tsx';
import type { SaveConflict } from '../../../model/editor/save-conflict.ts';
import { type ConflictField, conflictFields, isTheirs, merged } from '../../../model/editor/script-conflict.ts';
import classes from './conflict-dialog.module.css';

interface Props {
  conflict: SaveConflict;
  saving: boolean;
  /** Saves the merged version; null keeps theirs as it is. */
  onSave: (merged: ScriptInput | null) => void;
  /** Saves mine as a new script, and shows theirs. */
  onSaveCopy: () => void;
  /** Continues editing without saving. */
  onClose: () => void;
}

/**
 * ConflictDialog compares two concurrently saved versions of a script field by field, and asks which one each field
 * takes.
 */
export function ConflictDialog({ conflict, saving, onSave, onSaveCopy, onClose }: Props) {
  const fields = conflictFields(conflict);
  const [kept, setKept] = useState<ReadonlySet<ConflictField['field']>>(
    () => new Set(fields.filter(({ changedBy }) => changedBy !== 'theirs').map(({ field }) => field)),
  );
  const { theirName } = conflict;
  const choose = (field: ConflictField['field'], isMine: boolean) => {
    const next = new Set(kept);
    if (isMine) next.add(field);
    else next.delete(field);
    setKept(next);
  };
  const save = () => {
    const draft = merged(conflict, kept);
    onSave(isTheirs(conflict, draft) ? null : draft);
  };
  return (
    <Modal opened onClose={onClose} title={`${theirName} saved this script too`} size={860}>
      <p className="dim">
        Choose a version for each field. Fields that only one of you changed already have that change.
      </p>
      <ul className={classes.fields}>
        {fields.map((one) => (
          <Field
            key={one.field}
            one={one}
            theirName={theirName}
            isMine={kept.has(one.field)}
            onChoose={(isMine) => choose(one.field, isMine)}
          />
        ))}
      </ul>
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onClose}>
          Keep editing
        </Button>
        <Button variant="default" loading={saving} onClick={onSaveCopy}>
          Save mine as a copy
        </Button>
        <Button data-autofocus loading={saving} onClick={save}>
          Save merged script
        </Button>
      </Group>
    </Modal>
  );
}

const changedWords = { mine: 'changed by you', both: 'changed by both' } as const;

interface FieldProps {
  one: ConflictField;
  theirName: string;
  isMine: boolean;
  onChoose: (isMine: boolean) => void;
}

function Field({ one: { name, changedBy, mine, theirs }, theirName, isMine, onChoose }: FieldProps) {
  const [mineMarks, theirMarks] = diffWords(mine, theirs);
  const sides = [
    { label: 'Yours', text: mine, marks: mineMarks, isChosen: isMine },
    { label: `${theirName}’s`, text: theirs, marks: theirMarks, isChosen: !isMine },
  ];
  return (
    <li>
      <div className={classes.head}>
        <strong>{name}</strong>
        <span className="dim grow">{changedBy === 'theirs' ? `changed by ${theirName}` : changedWords[changedBy]}</span>
        <SegmentedControl
          size="xs"
          aria-label={`Version of ${name}`}
          value={isMine ? 'mine' : 'theirs'}
          onChange={(value) => onChoose(value === 'mine')}
          data={[
            { value: 'mine', label: 'Yours' },
            { value: 'theirs', label: `${theirName}’s` },
          ]}
        />
      </div>
      <div className={classes.sides}>
        {sides.map(({ label, text, marks, isChosen }) => (
          <figure key={label} data-chosen={isChosen || undefined}>
            <figcaption className="dim">{label}</figcaption>
            <pre>
              {text === '' ? <span className="dim">nothing</span> : marks ? <MarkedText pieces={marks} /> : text}
            </pre>
          </figure>
        ))}
      </div>
    </li>
  );
}

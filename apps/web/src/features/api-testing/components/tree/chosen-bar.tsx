import { ActionIcon, Button } from '@mantine/core';
import { X } from 'lucide-react';
import classes from './tree.module.css';

interface Props {
  count: number;
  onMove: () => void;
  onRun: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** ChosenBar says how many scripts are selected, with the actions on all of them. */
export function ChosenBar({ count, onMove, onRun, onDelete, onClear }: Props) {
  return (
    <div className={classes.chosen} role="toolbar" aria-label="Selected scripts">
      <span className="num grow" role="status">
        {count} selected
      </span>
      <Button variant="subtle" size="compact-sm" onClick={onMove}>
        Move
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={onRun}>
        Run
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={onDelete}>
        Delete
      </Button>
      <ActionIcon size={24} aria-label="Clear the selection" onClick={onClear}>
        <X size={13} />
      </ActionIcon>
    </div>
  );
}

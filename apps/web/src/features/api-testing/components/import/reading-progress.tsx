import { Button, Group, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatBytes } from '../../../../shared/format.ts';
import type { ImportOrigin } from '../../api/imports.mutations.ts';
import classes from './import.module.css';

function nameOf(origin: ImportOrigin): string {
  switch (origin.from) {
    case 'file':
      return `${origin.file.name} (${formatBytes(origin.file.size)})`;
    case 'url':
      return origin.url;
    case 'source':
      return origin.name;
    case 'curl':
      return 'the commands';
    case 'sample':
      return 'the sample API';
  }
}

/** ReadingProgress shows that a document is being read, for how long already, and lets the user stop it. */
export function ReadingProgress({ origin, onCancel }: { origin: ImportOrigin; onCancel: () => void }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={`form ${classes.form}`}>
      <p role="status" className={classes.title}>
        Reading {nameOf(origin)}…
      </p>
      <Progress value={100} animated aria-label="Reading the document" />
      <Group justify="space-between" gap="sm">
        <span className="dim num">{seconds > 1 ? `${seconds} s` : ''}</span>
        <Button variant="default" data-autofocus onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </div>
  );
}

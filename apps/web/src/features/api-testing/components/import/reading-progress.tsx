import { Button, Group, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatBytes } from '../../../../shared/format.ts';
import type { ImportOrigin } from '../../api/exchange/imports.mutations.ts';
import classes from './import.module.css';

function nameOf(origin: ImportOrigin): string {
  switch (origin.from) {
    case 'file':
      return filesText(origin.files);
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

function filesText(files: readonly File[]): string {
  const size = formatBytes(files.reduce((sum, file) => sum + file.size, 0));
  return `${files.length === 1 ? files[0]?.name : `${files.length} files`} (${size})`;
}

/** ReadingProgress shows that a document is being read and for how long, with a button to stop it. */
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

import type { FolderEntry } from '@touchstone/contracts/orchestration';
import { Folder, Workflow } from 'lucide-react';
import { isWorkflow } from '../../model/entry.ts';
import classes from './entries.module.css';

/** EntryIcon distinguishes projects, folders and workflows; a project has its colour. */
export function EntryIcon({ entry }: { entry: FolderEntry }) {
  if (isWorkflow(entry)) return <Workflow size={14} className={classes.icon} aria-hidden />;
  if (entry.folderType === 'PROJECT')
    return <span className={classes.colour} style={{ background: entry.color || 'var(--strong)' }} aria-hidden />;
  return <Folder size={14} className={classes.icon} style={{ color: entry.color || 'var(--ink-3)' }} aria-hidden />;
}

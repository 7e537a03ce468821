import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { DraggedKind } from '../../model/canvas/dragged-kind.ts';
import type { BlockKind, BlockKinds } from '../../model/kinds.ts';
import { LibraryGroup, LibraryItem } from '../library/library-item.tsx';
import classes from './panels.module.css';

/** Props of a script library. */
export interface LibraryProps {
  kinds: BlockKinds;
  /** The search text in lower case; empty without a search. */
  wanted: string;
  /** Adds an item selected by keyboard or click. */
  onAdd: (chosen: DraggedKind) => void;
}

/** Library lists scripts that can be put on the canvas. */
export type Library = (props: LibraryProps) => ReactNode;

const groups: [group: BlockKind['group'], title: string][] = [
  ['control', 'Control'],
  ['data', 'Data'],
  ['environment', 'Environment'],
  ['message', 'Messages'],
];
/** Whether a kind is added by selecting what it runs; a workflow has one start. */
const isChosenOtherwise = ({ kind, group }: BlockKind) => kind === 'start' || group === 'script';

/** BlockList is the searchable tree of what can be put on the canvas: the scripts of a library, and all other kinds. */
export function BlockList({ library, kinds, onAdd }: Omit<LibraryProps, 'wanted'> & { library: Library }) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const others = kinds.all.filter((kind) => !isChosenOtherwise(kind) && kind.title.toLowerCase().includes(wanted));
  return (
    <section className={classes.panel} aria-label="Blocks">
      <div className={classes.head}>
        <TextInput
          aria-label="Search blocks and scripts"
          placeholder="Search blocks and scripts"
          className="grow"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <div className={classes.body}>
        {library({ kinds, wanted, onAdd })}
        {groups.map(([group, title]) => {
          const shown = others.filter((kind) => kind.group === group);
          return shown.length === 0 ? null : (
            <LibraryGroup key={group} title={title}>
              {shown.map((kind) => (
                <li key={kind.kind}>
                  <LibraryItem kind={kind} label={kind.title} chosen={{ kind: kind.kind }} onAdd={onAdd} />
                </li>
              ))}
            </LibraryGroup>
          );
        })}
      </div>
    </section>
  );
}

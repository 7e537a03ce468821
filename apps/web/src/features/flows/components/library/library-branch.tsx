import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import classes from '../panels/panels.module.css';
import { indentOf } from './library-item.tsx';

interface Props {
  name: string;
  /** Accessible name of the list. */
  listName: string;
  depth?: number;
  /** Expanded whatever the user chose, such as while a search has matches in it. */
  isForcedOpen?: boolean;
  /** Rendered while the branch is open. */
  children: () => ReactNode;
}

/** LibraryBranch is a collapsible entry of the tree. */
export function LibraryBranch({ name, listName, depth = 0, isForcedOpen = false, children }: Props) {
  const [isChosen, setChosen] = useState(false);
  const isOpen = isChosen || isForcedOpen;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li>
      <button
        type="button"
        className={classes.item}
        style={indentOf(depth)}
        aria-expanded={isOpen}
        onClick={() => setChosen(!isChosen)}
      >
        <Chevron size={14} aria-hidden />
        <span className="grow ellipsis">{name}</span>
      </button>
      {isOpen ? (
        <ul className={classes.list} aria-label={listName} style={{ gap: 0, margin: 0 }}>
          {children()}
        </ul>
      ) : null}
    </li>
  );
}

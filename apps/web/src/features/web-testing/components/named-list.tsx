import type { ReactNode } from 'react';
import { useRows } from '../../../ui/table/use-rows.ts';
import classes from './functions/functions.module.css';

interface Item {
  id: string;
  name: string;
  note?: string;
}

interface Props {
  label: string;
  items: readonly Item[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  menuOf: (id: string) => ReactNode;
}

/** NamedList lists items of a project next to the open one. J and K move. */
export function NamedList({ label, items, chosen, onChoose, menuOf }: Props) {
  useRows();
  return (
    <ul className={classes.items} aria-label={label}>
      {items.map(({ id, name, note }) => (
        <li key={id} data-row data-chosen={id === chosen || undefined}>
          <button
            type="button"
            className={`${classes.item} ellipsis`}
            aria-current={id === chosen ? 'true' : undefined}
            onClick={() => onChoose(id)}
          >
            {name} {note ? <span className="dim">{note}</span> : null}
          </button>
          {menuOf(id)}
        </li>
      ))}
    </ul>
  );
}

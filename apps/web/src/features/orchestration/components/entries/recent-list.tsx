import type { FolderEntry } from '@touchstone/contracts/orchestration';
import { Link } from 'react-router';
import { idOf, nounOf, pathOf } from '../../model/entry.ts';
import classes from './entries.module.css';
import { EntryIcon } from './entry-icon.tsx';

/** RecentList links to the user's recently opened items; hidden if there are none. */
export function RecentList({ entries }: { entries: readonly FolderEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section className={classes.recentBox} aria-label="Recently opened">
      <h2 className="eyebrow">Recently opened</h2>
      <ul className={classes.recent}>
        {entries.map((entry) => (
          <li key={idOf(entry)}>
            <Link to={pathOf(entry)}>
              <EntryIcon entry={entry} />
              <span className="grow ellipsis">{entry.name}</span>
              <span className="dim">{nounOf(entry)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

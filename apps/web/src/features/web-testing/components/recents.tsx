import { Link } from 'react-router';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import classes from './repository.module.css';

interface Recent {
  id: string;
  name: string;
  /** Name of its container. */
  place?: string;
  path: string;
  at: string;
}

/** Recents lists the user's recent items, newest first. Hidden if there are none. */
export function Recents({ title, items, most = 5 }: { title: string; items: readonly Recent[]; most?: number }) {
  if (items.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className={classes.recents}>
        {items.slice(0, most).map(({ id, name, place, path, at }) => (
          <li key={id}>
            <Link className="link ellipsis" to={path}>
              {name}
            </Link>
            {place ? <span className="dim ellipsis">{place}</span> : null}
            <span className="grow" />
            <span className="dim">
              <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

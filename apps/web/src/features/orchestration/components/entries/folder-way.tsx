import type { FolderPlace } from '@touchstone/contracts/orchestration';
import { Link } from 'react-router';
import { orchestrationPaths } from '../../paths.ts';
import classes from './entries.module.css';

/** FolderWay breadcrumbs from the list of projects to a folder. */
export function FolderWay({ path }: { path: readonly FolderPlace[] }) {
  return (
    <nav aria-label="Way to this page">
      <ol className={classes.way}>
        <li>
          <Link className="link" to={orchestrationPaths.projects}>
            Projects
          </Link>
        </li>
        {path.map(({ folderUuid, deepLinkId, name }) => (
          <li key={folderUuid}>
            <Link className="link" to={orchestrationPaths.folder(deepLinkId)}>
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

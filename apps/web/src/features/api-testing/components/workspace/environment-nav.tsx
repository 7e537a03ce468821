import type { Environment } from '@touchstone/contracts/workspaces';
import { Globe } from 'lucide-react';
import { Link } from 'react-router';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { useRows } from '../../../../ui/table/use-rows.ts';
import type { EnvironmentPaths } from './environments-screen.tsx';
import classes from './variables-grid.module.css';

interface Props {
  paths: EnvironmentPaths;
  environments: Environment[];
  chosen: string | undefined;
  showGlobals: boolean;
  /** Absent if read-only. */
  actions?: {
    onRename: (environment: Environment) => void;
    onClone: (environment: Environment) => void;
    onDelete: (environment: Environment) => void;
  };
}

/** EnvironmentNav lists the environments of a workspace, and the globals below them. */
export function EnvironmentNav({ paths, environments, chosen, showGlobals, actions }: Props) {
  useRows();
  return (
    <nav className={classes.side} aria-label="Environments">
      {environments.map((environment) => (
        <div
          key={environment.environmentId}
          className={classes.item}
          data-row
          data-chosen={environment.environmentId === chosen || undefined}
        >
          <Link
            to={paths.environments(environment.environmentId)}
            aria-current={environment.environmentId === chosen ? 'page' : undefined}
          >
            <span className="row">
              <span className="grow ellipsis">{environment.environmentName}</span>
              <span className="dim num">{environment.variableCount}</span>
            </span>
          </Link>
          {actions ? (
            <RowMenu
              name={environment.environmentName}
              entries={[
                { label: 'Rename', run: () => actions.onRename(environment) },
                { label: 'Clone', run: () => actions.onClone(environment) },
                { label: 'Delete…', run: () => actions.onDelete(environment) },
              ]}
            />
          ) : null}
        </div>
      ))}
      <div className="eyebrow" style={{ padding: '12px 8px 4px' }}>
        All environments
      </div>
      <div className={classes.item} data-row data-chosen={showGlobals || undefined}>
        <Link to={paths.globals} aria-current={showGlobals ? 'page' : undefined}>
          <span className="row">
            <Globe size={14} aria-hidden />
            <span className="grow">Global Variables</span>
          </span>
        </Link>
      </div>
    </nav>
  );
}

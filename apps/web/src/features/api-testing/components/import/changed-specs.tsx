import { useQuery } from '@tanstack/react-query';
import type { LinkedSpecification } from '@touchstone/contracts/api-testing';
import { Link } from 'react-router';
import { formatCount } from '../../../../shared/format.ts';
import { changedSpecificationsQuery } from '../../api/exchange/imports.queries.ts';
import { changesText } from '../../model/import/watch-text.ts';
import { apiTestingPaths } from '../../paths.ts';
import classes from './import.module.css';

/** useChangedSpecs returns a workspace's watched specifications that differ from their suites, by suite. */
export function useChangedSpecs(projectId: string): ReadonlyMap<string, LinkedSpecification> {
  const { data } = useQuery(changedSpecificationsQuery(projectId));
  return new Map(data?.content.map((found) => [found.suiteId, found]));
}

/** SpecChangedMark marks a suite whose specification changed, and links to the review. */
export function SpecChangedMark({ projectId, found }: { projectId: string; found: LinkedSpecification | undefined }) {
  if (!found?.watch?.changes) return null;
  return (
    <Link
      className={classes.specMark}
      to={apiTestingPaths.linked(projectId, found.sourceId)}
      title={`The spec changed: ${changesText(found.watch.changes)}`}
    >
      Spec changed
    </Link>
  );
}

/** ChangedSpecsNote lists, above an import, linked specifications with pending updates. */
export function ChangedSpecsNote({ projectId }: { projectId: string }) {
  const changed = [...useChangedSpecs(projectId).values()];
  const [first] = changed;
  if (!first?.watch?.changes) return null;
  return (
    <p className={classes.specNote}>
      {changed.length === 1
        ? `The spec of ${first.title || first.name} changed: ${changesText(first.watch.changes)}. `
        : `${formatCount(changed.length)} specs changed. `}
      <Link className="link" to={apiTestingPaths.linked(projectId, changed.length === 1 ? first.sourceId : undefined)}>
        {changed.length === 1 ? 'Review changes' : 'Open linked specifications'}
      </Link>
    </p>
  );
}

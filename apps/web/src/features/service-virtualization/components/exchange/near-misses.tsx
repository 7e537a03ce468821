import type { MockNearMiss } from '@touchstone/contracts/service-virtualization';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatPercent } from '../../../../shared/format.ts';
import { virtualizationPaths } from '../../paths.ts';
import { Differences } from './differences.tsx';
import classes from './exchange.module.css';

interface Props {
  misses: readonly MockNearMiss[];
  actions?: ((assetId: string) => ReactNode) | undefined;
}

/** NearMisses lists the assets that nearly matched, nearest first, with their differences. */
export function NearMisses({ misses, actions }: Props) {
  return (
    <ol className={classes.misses}>
      {misses.map(({ assetId, assetName, distance, differences, scenario }) => (
        <li key={assetId} className={classes.miss}>
          <div className={classes.missHead}>
            <Link className="link ellipsis" to={virtualizationPaths.asset(assetId)}>
              {assetName}
            </Link>
            <span className="dim num">{`${formatPercent((1 - distance) * 100)} alike`}</span>
            <span className="grow" />
            {actions?.(assetId)}
          </div>
          {scenario ? (
            <p>{`Scenario ${scenario.name}: needs state ${scenario.required}, is ${scenario.actual}.`}</p>
          ) : null}
          <Differences label={`Differences to ${assetName}`} differences={differences} />
        </li>
      ))}
    </ol>
  );
}

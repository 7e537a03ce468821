import type { ReactNode } from 'react';
import classes from './stat-tile.module.css';

export interface Stat {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

/** StatTiles is a row of labelled numbers. */
export function StatTiles({ stats }: { stats: Stat[] }) {
  return (
    <dl className={classes.tiles} data-tour="stats">
      {stats.map((stat) => (
        <div key={stat.label} className={classes.tile}>
          <dt className="eyebrow">{stat.label}</dt>
          <dd className={`${classes.value} num`}>{stat.value}</dd>
          {stat.note ? <dd className={classes.note}>{stat.note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

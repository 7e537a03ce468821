import type { ReactNode } from 'react';
import classes from './dialogs.module.css';

/** Fact is a label with its value. */
export interface Fact {
  label: string;
  value: ReactNode;
}

/** FactList lists labels with their values. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import { Alert } from '@mantine/core';
import classes from './refusals.module.css';

/** Refusals lists what was refused, each with its reason. */
export function Refusals({ title, reasons }: { title: string; reasons: readonly string[] }) {
  return (
    <Alert color="red" role="alert" title={title}>
      <ul className={classes.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Alert>
  );
}

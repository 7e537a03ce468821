import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface Props {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  padded?: boolean;
  children: ReactNode;
}

/** Panel is a bordered, titled part of a page. */
export function Panel({ title, note, actions, padded = false, children }: Props) {
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {note ? <span className="dim">{note}</span> : null}
        <span className="grow" />
        {actions}
      </div>
      <div style={padded ? { padding: 16 } : undefined}>{children}</div>
    </section>
  );
}

import type { ReactNode } from 'react';
import { BrandMark } from '../../../ui/brand-mark.tsx';
import classes from './auth-card.module.css';

/** AuthCard is the frame of every screen before sign-in. */
export function AuthCard({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <main className={classes.screen}>
      <title>{`${title} · Touchstone`}</title>
      <div className={`${classes.card} form`}>
        <div className={classes.brand}>
          <BrandMark size={28} />
          Touchstone
        </div>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </div>
      <p className={classes.foot}>Self-hosted software testing</p>
    </main>
  );
}

export { classes as authClasses };

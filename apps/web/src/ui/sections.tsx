import { UnstyledButton } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { settling } from './blank/settling.ts';
import classes from './sections.module.css';

export interface Section {
  title: string;
  content: ReactNode;
}

/** Sections shows the parts of a settings page. With two or more, an index next to them links to each. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  const parts = useRef<HTMLDivElement>(null);
  const goTo = (index: number) => {
    const part = parts.current?.children[index] as HTMLElement | undefined;
    part?.scrollIntoView({ block: 'start' });
    part?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.both}>
      {sections.length > 1 ? (
        <nav className={classes.index} aria-label="On this page">
          {sections.map(({ title }, index) => (
            <UnstyledButton key={title} className={classes.entry} title={title} onClick={() => goTo(index)}>
              {title}
            </UnstyledButton>
          ))}
        </nav>
      ) : null}
      <div ref={useMergedRef(parts, settling)} className={classes.parts}>
        {sections.map(({ title, content }) => (
          <div key={title} className={classes.part} tabIndex={-1}>
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}

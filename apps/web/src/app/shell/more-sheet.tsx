import { Drawer, UnstyledButton } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { type MenuEntry, pathOf } from '../../shared/feature/feature.ts';
import { usePreferences } from '../../shared/preferences.ts';
import type { Area } from '../compose-features.ts';
import { isOpen } from './area-nav.tsx';
import classes from './bottom-bar.module.css';

interface Props {
  area: Area | undefined;
  entries: readonly MenuEntry[];
  onOpenPanel: (panel: string) => void;
  onClose: () => void;
}

/** MoreSheet is everything in the bars of larger screens: the area's screens by group, then the product's entries. */
export function MoreSheet({ area, entries, onOpenPanel, onClose }: Props) {
  const { pathname } = useLocation();
  const { projectId } = usePreferences();
  const groups = area?.groups ?? (area ? [undefined] : []);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      classNames={{ content: classes.sheet ?? '' }}
      title="Menu"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {groups.map((group) => (
        <Section key={group ?? ''} title={group ?? area?.title ?? ''}>
          {area?.items
            .filter((item) => item.group === group)
            .map((item) => (
              <Entry
                key={item.label}
                label={item.label}
                icon={item.icon}
                to={pathOf(item.path, projectId)}
                isCurrent={isOpen(item, pathname)}
                onClick={onClose}
              />
            ))}
        </Section>
      ))}
      <Section title="Touchstone">
        {entries.map((entry) => (
          <Entry
            key={entry.label}
            label={entry.label}
            icon={entry.icon}
            to={entry.path}
            isCurrent={isOpen(entry, pathname)}
            onClick={() => {
              onClose();
              if (entry.panel !== undefined) onOpenPanel(entry.panel);
              entry.run?.();
            }}
          />
        ))}
      </Section>
    </Drawer>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="eyebrow">{title}</h3>
      <ul className={classes.list}>{children}</ul>
    </section>
  );
}

interface EntryProps {
  label: string;
  icon: LucideIcon;
  to: string | undefined;
  isCurrent: boolean;
  onClick: () => void;
}

function Entry({ label, icon: Icon, to, isCurrent, onClick }: EntryProps) {
  const content = (
    <>
      <Icon size={18} aria-hidden />
      {label}
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <UnstyledButton className={classes.entry} onClick={onClick}>
          {content}
        </UnstyledButton>
      ) : (
        <Link className={classes.entry} to={to} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
          {content}
        </Link>
      )}
    </li>
  );
}

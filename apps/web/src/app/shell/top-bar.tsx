import { ActionIcon, UnstyledButton } from '@mantine/core';
import { Search } from 'lucide-react';
import { Link } from 'react-router';
import { hotkeys, keyParts } from '../../shared/hotkeys.ts';
import { useAccount } from '../../shared/session/browser-session.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { Tip } from '../../ui/tip/tip.tsx';
import type { Area } from '../compose-features.ts';
import { CreateHost } from '../create/create-host.tsx';
import { QuickAdd } from '../create/quick-add.tsx';
import { useMayCreateIn } from '../create/use-may-create.ts';
import { house } from '../house.ts';
import { TourButton } from '../tours/tour-button.tsx';
import { AreaMenus } from './area-menus.tsx';
import type { Frame } from './frame.ts';
import { MoreMenu } from './more-menu.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import classes from './shell.module.css';
import { TeamSelector } from './team-selector.tsx';
import { useMenu } from './use-menu.ts';

interface Props {
  frame: Frame;
  /** The open area. */
  area: Area | undefined;
  /** False while an organization is being chosen. */
  hasOrganization: boolean;
  onSearch: () => void;
  onKeys: () => void;
  onOpenPanel: (panel: string) => void;
}

/** TopBar shows the current area, and has search, quick add, feature buttons, the more menu, team and profile. */
export function TopBar({ frame, area, hasOrganization, onSearch, onKeys, onOpenPanel }: Props) {
  const { role } = useAccount();
  return (
    <section className={classes.top} aria-label="Top bar" data-pane>
      <Link to={house.homePath} className={classes.logo} aria-label="Touchstone, to the dashboard">
        <BrandMark size={22} />
        <span>Touchstone</span>
      </Link>
      {hasOrganization
        ? frame.partsOf('Switcher').map(({ feature, Component }) => (
            <div key={feature} className={classes.switcher}>
              <Component />
            </div>
          ))
        : null}
      {area ? <AreaBar frame={frame} area={area} /> : null}
      <div className="grow" />
      {hasOrganization ? <Buttons frame={frame} onSearch={onSearch} onOpenPanel={onOpenPanel} /> : null}
      <TourButton />
      <MoreMenu frame={frame} onKeys={onKeys} onOpenPanel={onOpenPanel} hasOrganization={hasOrganization} />
      {hasOrganization && role !== 'ROLE_SYSTEM' ? <TeamSelector /> : null}
      <ProfileMenu withTeam={hasOrganization} />
      <CreateHost targets={house.createTargets} />
    </section>
  );
}

function AreaBar({ frame, area }: { frame: Frame; area: Area }) {
  const Switcher = frame.areaSwitcher(area.id);
  return (
    <>
      {Switcher ? (
        <>
          <span className={classes.slash} aria-hidden>
            /
          </span>
          <Switcher />
        </>
      ) : null}
      <AreaMenus area={area} />
    </>
  );
}

/** Buttons that only work within an organization. */
function Buttons({ frame, onSearch, onOpenPanel }: Pick<Props, 'frame' | 'onSearch' | 'onOpenPanel'>) {
  const mayCreate = useMayCreateIn(house.createTargets);
  const entries = useMenu('top');
  return (
    <>
      <UnstyledButton className={classes.search} data-tour="search" onClick={onSearch}>
        <Search size={14} aria-hidden />
        <span>Search or jump to</span>
        <span className={classes.keys}>
          {keyParts(hotkeys.palette.keys).map((part) => (
            <kbd key={part}>{part}</kbd>
          ))}
        </span>
      </UnstyledButton>
      {mayCreate ? <QuickAdd targets={house.createTargets} /> : null}
      {frame.partsOf('BeginButton').map(({ feature, Component }) => (
        <Component key={feature} />
      ))}
      {entries.map(({ label, icon: Icon, panel, run }) => (
        <Tip key={label} label={label}>
          <ActionIcon
            aria-label={label}
            aria-haspopup={panel === undefined ? undefined : 'dialog'}
            onClick={panel === undefined ? run : () => onOpenPanel(panel)}
          >
            <Icon size={17} />
          </ActionIcon>
        </Tip>
      ))}
      {frame.partsOf('TopButton').map(({ feature, Component }) => (
        <Component key={feature} openPanel={onOpenPanel} />
      ))}
    </>
  );
}

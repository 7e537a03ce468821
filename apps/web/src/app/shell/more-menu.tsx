import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { administrators } from '@touchstone/contracts';
import { BookOpen, ChartNoAxesColumn, CircleHelp, Download, Ellipsis, Keyboard, Store } from 'lucide-react';
import { Link } from 'react-router';
import { dashboardPaths } from '../../features/dashboard/index.ts';
import { helpPaths } from '../../features/help/index.ts';
import { serviceStorePaths } from '../../features/service-store/index.ts';
import { Allowed } from '../../shared/access/use-access.tsx';
import { useFlag } from '../../shared/flags/flag-values.ts';
import { ReportingItem } from './reporting-entry.tsx';

interface Props {
  onKeys: () => void;
  onDownloads: () => void;
  /** False while an organization is being chosen. */
  withStore: boolean;
}

/** MoreMenu leads to what belongs to no service. */
export function MoreMenu({ onKeys, onDownloads, withStore }: Props) {
  const hasReporting = useFlag('isInsightDashboardEnabled');
  const hasDownloads = useFlag('isDesktopTestingEnabled');
  return (
    <Menu>
      <Menu.Target>
        <Tooltip label="More">
          <ActionIcon aria-label="More">
            <Ellipsis size={17} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {withStore ? (
          <>
            <Allowed deniedRoles={['ROLE_SUPERADMIN']} ignoreGuest ignoreExpiry>
              <Menu.Item component={Link} to={serviceStorePaths.store} leftSection={<Store size={15} />}>
                Service Store
              </Menu.Item>
            </Allowed>
            <Allowed allowedRoles={administrators} ignoreExpiry>
              <Menu.Item component={Link} to={dashboardPaths.userMetrics} leftSection={<ChartNoAxesColumn size={15} />}>
                User metrics
              </Menu.Item>
            </Allowed>
            {hasReporting ? <ReportingItem /> : null}
            <Menu.Divider />
          </>
        ) : null}
        <Menu.Item component={Link} to={helpPaths.help} leftSection={<CircleHelp size={15} />}>
          Help
        </Menu.Item>
        {withStore && hasDownloads ? (
          <Menu.Item leftSection={<Download size={15} />} onClick={onDownloads}>
            Download Software
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<Keyboard size={15} />} rightSection={<kbd>?</kbd>} onClick={onKeys}>
          Keyboard
        </Menu.Item>
        <Menu.Item leftSection={<BookOpen size={15} />} component="a" href="/docs/api" target="_blank" rel="noreferrer">
          API reference
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { ChartPie } from 'lucide-react';
import { useInsightDashboard } from '../../features/service-store/index.ts';
import classes from './shell.module.css';

const missing = 'Reporting: no dashboard is configured';
const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** ReportingIcon opens the external insights dashboard in a new tab; without one it says so. */
export function ReportingIcon() {
  const { url, isKnown } = useInsightDashboard();
  if (!isKnown) return null;
  return (
    <Tooltip label={url ? 'Reporting' : missing} position="right">
      {url ? (
        <a className={classes.iconLink} href={url} {...newTab} aria-label="Reporting, opens in a new tab">
          <ChartPie size={18} aria-hidden />
        </a>
      ) : (
        <UnstyledButton className={classes.iconLink} aria-label={missing} aria-disabled>
          <ChartPie size={18} aria-hidden />
        </UnstyledButton>
      )}
    </Tooltip>
  );
}

/** ReportingItem is the same way as an entry of a menu. */
export function ReportingItem() {
  const { url, isKnown } = useInsightDashboard();
  if (!isKnown) return null;
  const icon = <ChartPie size={15} />;
  if (url)
    return (
      <Menu.Item component="a" href={url} {...newTab} leftSection={icon}>
        Reporting
      </Menu.Item>
    );
  return (
    <Menu.Item disabled leftSection={icon} rightSection={<span className="dim">not configured</span>}>
      Reporting
    </Menu.Item>
  );
}

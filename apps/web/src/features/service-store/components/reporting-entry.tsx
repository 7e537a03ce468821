import { Menu, UnstyledButton } from '@mantine/core';
import { ChartPie } from 'lucide-react';
import { useFlag } from '../../../shared/flags/flag-values.ts';
import { Tip } from '../../../ui/tip/tip.tsx';
import { useInsightDashboard } from '../model/use-insight-dashboard.ts';

const missing = 'Reporting: no dashboard is configured';
const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** ReportingIcon opens the external insights dashboard in a new tab; if there is none, says so. */
export function ReportingIcon({ className }: { className: string | undefined }) {
  const isEnabled = useFlag('isInsightDashboardEnabled');
  const { url, isKnown } = useInsightDashboard(isEnabled);
  if (!isEnabled || !isKnown) return null;
  return (
    <Tip label={url ? 'Reporting' : missing} position="right">
      {url ? (
        <a className={className} href={url} {...newTab} aria-label="Reporting, opens in a new tab">
          <ChartPie size={18} aria-hidden />
        </a>
      ) : (
        <UnstyledButton className={className} aria-label={missing} aria-disabled>
          <ChartPie size={18} aria-hidden />
        </UnstyledButton>
      )}
    </Tip>
  );
}

/** ReportingItem is the same as a menu entry. */
export function ReportingItem() {
  const isEnabled = useFlag('isInsightDashboardEnabled');
  const { url, isKnown } = useInsightDashboard(isEnabled);
  if (!isEnabled || !isKnown) return null;
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

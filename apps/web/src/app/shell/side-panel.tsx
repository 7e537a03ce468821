import { Drawer } from '@mantine/core';
import type { ComponentType } from 'react';
import { ExecutionsPanel } from '../../features/dashboard/components/executions-panel.tsx';
import { ActivityPanel } from '../../features/notifications/components/activity-panel.tsx';
import { DownloadsPanel } from '../../features/service-store/components/downloads-panel.tsx';
import { ServicesPanel } from '../../features/service-store/components/services-panel.tsx';

export type SidePanelKind = 'services' | 'downloads' | 'executions' | 'activity';

interface Panel {
  title: string;
  position: 'left' | 'right';
  Content: ComponentType<{ onClose: () => void }>;
}

const panels: Record<SidePanelKind, Panel> = {
  services: { title: 'Services', position: 'left', Content: ServicesPanel },
  downloads: { title: 'Downloads', position: 'left', Content: DownloadsPanel },
  activity: { title: 'Activity logs', position: 'right', Content: ActivityPanel },
  executions: { title: 'Test Executions Today', position: 'right', Content: ExecutionsPanel },
};
const widths = { left: 300, right: 330 };

/** SidePanel slides over the page: what the icon bar opens from the left, what goes on from the right. */
export default function SidePanel({ kind, onClose }: { kind: SidePanelKind; onClose: () => void }) {
  const { title, position, Content } = panels[kind];
  return (
    <Drawer
      opened
      onClose={onClose}
      position={position}
      size={widths[position]}
      title={title}
      overlayProps={{ backgroundOpacity: 0.35 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 120 }}
    >
      <Content onClose={onClose} />
    </Drawer>
  );
}

import { Drawer } from '@mantine/core';
import { ExecutionsPanel } from '../../features/dashboard/components/executions-panel.tsx';
import { ServicesPanel } from '../../features/service-store/components/services-panel.tsx';

export type SidePanelKind = 'services' | 'executions';

/** SidePanel slides over the page: services from the left, executions of today from the right. */
export default function SidePanel({ kind, onClose }: { kind: SidePanelKind; onClose: () => void }) {
  const isServices = kind === 'services';
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isServices ? 'left' : 'right'}
      size={isServices ? 300 : 330}
      title={isServices ? 'Services' : 'Test Executions Today'}
      overlayProps={{ backgroundOpacity: 0.35 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 120 }}
    >
      {isServices ? <ServicesPanel onClose={onClose} /> : <ExecutionsPanel onClose={onClose} />}
    </Drawer>
  );
}

import { Drawer, Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Panel } from '../../shared/feature/feature.ts';
import { Late } from '../../ui/page.tsx';
import { house } from '../house.ts';

const contents = new Map(
  house.panels.map(({ id, load }) => [id, lazy(async () => ({ default: await load() }))] as const),
);
const widths: Record<Panel['position'], number> = { left: 300, right: 330 };

/** SidePanel is a panel that slides over the page from the left or the right. */
export default function SidePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const panel = house.panels.find((one) => one.id === id);
  const Content = contents.get(id);
  if (!panel || !Content) return null;
  return (
    <Drawer
      opened
      onClose={onClose}
      position={panel.position}
      size={widths[panel.position]}
      title={panel.title}
      overlayProps={{ backgroundOpacity: 0.35 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 120 }}
    >
      <Suspense
        fallback={
          <Late>
            <Loader size={24} aria-label={`${panel.title} is loading`} />
          </Late>
        }
      >
        <Content onClose={onClose} />
      </Suspense>
    </Drawer>
  );
}

import '@fontsource-variable/inter';
import '../../../ui/mantine-styles.ts';
import '../../../ui/global.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { theme } from '../../../ui/theme.ts';
import { FlowCanvas } from '../components/canvas/flow-canvas.tsx';
import { baseLooks } from '../components/settings/base-looks.ts';
import { FlowEditor } from '../model/editor.ts';
import { largeDocument } from './large-document.ts';
import { blockKinds } from './offered-kinds.ts';

// The page of `bench/canvas.ts`: only the canvas, with a large workflow.
const asked = new URLSearchParams(location.search);
const kinds = blockKinds(baseLooks);
const editor = new FlowEditor(largeDocument(Number(asked.get('nodes')), Number(asked.get('links'))), kinds);
createRoot(document.getElementById('root')!).render(
  <MantineProvider theme={theme} forceColorScheme={asked.get('scheme') === 'dark' ? 'dark' : 'light'}>
    <div style={{ height: '100vh' }}>
      <FlowCanvas editor={editor} kinds={kinds} problems={[]} />
    </div>
  </MantineProvider>,
);

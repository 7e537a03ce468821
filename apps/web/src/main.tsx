import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './ui/mantine-styles.ts';
import './ui/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { sessionRules } from './app/entry-features.ts';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { keepClicks } from './ui/steady-clicks.ts';

sessionRules.begin();
keepClicks();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanRoutes } from './lean-routes.ts';

const server = process.env.TOUCHSTONE_SERVER ?? 'http://127.0.0.1:7700';
const proxied = ['/services', '/sample', '/docs', '/openapi.json'];

export default defineConfig({
  plugins: [react(), leanRoutes()],
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: server }])),
  },
  build: {
    target: 'es2023',
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // What many pages share is one file: left alone it becomes a hundred small ones, and each costs a request.
        codeSplitting: { groups: [{ name: 'common', minShareCount: 25 }] },
      },
    },
  },
});

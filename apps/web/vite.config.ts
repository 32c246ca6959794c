import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { compressAssets } from './vite/compress-assets.ts'
import { preloadFont } from './vite/preload-font.ts'
import { prerenderShells } from './vite/prerender.ts'
import { strictStyles } from './vite/strict-styles.ts'

const server = process.env['DEV_SERVER_URL'] ?? 'http://127.0.0.1:3000'

/** Loaded by every page. One chunk with their dependencies compresses better than ten small ones. */
const frameModules = [
  '/@tanstack/react-router/',
  '/src/routes/chat-launcher.tsx',
  '/src/routes/providers.tsx',
  '/src/routes/screen-routes.tsx',
  '/src/features/settings/preference-switches.tsx',
  '/src/ui/brand/decorative-chart.tsx',
  '/src/ui/brand/logo.tsx',
  '/src/ui/buttons/button.tsx',
  '/src/ui/feedback/banner.tsx',
  '/src/ui/fields/text-field.tsx',
]
const chunkGroups = [
  // Before the frame, which would take the dependencies of main.tsx too.
  { name: 'start', tags: ['$initial' as const], priority: 1 },
  { name: 'frame', test: (id: string) => frameModules.some((part) => id.includes(part)) },
  // Each form needs most of them.
  { name: 'forms', test: /\/(?:react-hook-form|src\/platform\/forms)\// },
]

export default defineConfig({
  plugins: [react(), tailwindcss(), strictStyles(), preloadFont(), compressAssets(), prerenderShells()],
  build: {
    manifest: true,
    // The page's CSP has no data: sources, and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { hashCharacters: 'hex', codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    proxy: {
      '/api/live': { target: server.replace(/^http/, 'ws'), ws: true },
      '^/(api|cli|hooks|return)/': server,
    },
  },
})

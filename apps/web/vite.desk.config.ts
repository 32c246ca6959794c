import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import { locales } from '@tradefront/texts/locales'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { compressAssets } from './vite/compress-assets.ts'
import { skipBrowserLocale } from './vite/skip-browser-locale.ts'
import { strictStyles } from './vite/strict-styles.ts'

/** Build of the operators' desk. Its files are its own, and traders never load them. */
export default defineConfig({
  publicDir: false,
  plugins: [
    react(),
    optimizeLocales.vite({ locales: [...locales] }),
    tailwindcss(),
    strictStyles(),
    skipBrowserLocale(),
    compressAssets(),
  ],
  build: {
    outDir: 'dist-desk',
    // The page's CSP has no data: sources, and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: 'desk.html' },
  },
})

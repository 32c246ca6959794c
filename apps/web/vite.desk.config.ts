import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import { locales } from '@tradefront/texts/locales'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { deskTexts } from './src/desk/initial-texts.ts'
import { compressAssets } from './vite/compress-assets.ts'
import { skipBrowserLocale } from './vite/skip-browser-locale.ts'
import { strictStyles } from './vite/strict-styles.ts'

function findTextFile(id: string): string | null {
  const [, locale, area] = /\/packages\/texts\/src\/([\w-]+)\/([\w-]+)\.ts$/.exec(id) ?? []
  return deskTexts.some((name) => name === area) ? `texts-${locale}` : null
}

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
    rolldownOptions: {
      input: 'desk.html',
      // On a slow computer each file costs time. The texts that the desk starts with are one file.
      output: { codeSplitting: { groups: [{ name: findTextFile, debugName: 'texts' }] } },
    },
  },
})

import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import { locales, previewLocales } from '@tradefront/texts/locales'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { compressAssets } from './vite/compress-assets.ts'
import { dropSummaries } from './vite/drop-summaries.ts'
import { preloadFont } from './vite/preload-font.ts'
import { prerenderShells } from './vite/prerender.ts'
import { skipBrowserLocale } from './vite/skip-browser-locale.ts'
import { strictStyles } from './vite/strict-styles.ts'

const server = process.env['DEV_SERVER_URL'] ?? 'http://127.0.0.1:3000'

/** Modules that every page loads. */
const frameModules = [
  '/src/platform/api/perform-call.ts',
  '/src/platform/embedded-platform.ts',
  '/src/platform/query/wait-briefly.ts',
  '/src/platform/storage/local-storage.ts',
  '/src/routes/chat-launcher.tsx',
  '/src/routes/providers.tsx',
  '/src/routes/site/start-site.tsx',
  '/src/features/settings/preference-switches.tsx',
  '/src/ui/brand/logo.tsx',
  // The chat needs this icon. Otherwise it would load the icons of all screens.
  '/lucide-react/dist/esm/icons/message-circle.mjs',
  '/lucide-react/dist/esm/icons/x.mjs',
  '/src/ui/buttons/button.tsx',
  '/src/ui/buttons/icon-button.tsx',
  '/src/ui/feedback/banner.tsx',
  '/src/ui/fields/text-field.tsx',
  '/src/ui/hooks/use-media-query.ts',
  '/contract/src/login.ts',
]

/** Modules that the registration shares with the trading area. */
const accountModules = [
  '/src/platform/api/countries.ts',
  '/src/platform/i18n/currency-name.ts',
  '/src/ui/fields/checkbox.tsx',
  '/lucide-react/dist/esm/icons/check.mjs',
  '/lucide-react/dist/esm/icons/chevron-down.mjs',
  '/contract/src/auth.ts',
  '/rules/src/auth/clean-phone.ts',
  '/rules/src/auth/registration-country.ts',
]

/** Modules that the landing page shares with the trading area: prices, amounts and times. */
const figureModules = [
  '/src/platform/i18n/format.ts',
  '/src/platform/countdown.ts',
  '/src/platform/storage/trial-token.ts',
  '/src/ui/money/money.tsx',
  '/src/ui/layout/description-list.tsx',
  '/rules/src/deposits/amount-limits.ts',
  '/rules/src/deposits/quote-deposit.ts',
  '/rules/src/trading/outcome.ts',
  '/rules/src/trading/symbol-label.ts',
  '/rules/src/trading/symbols.ts',
  '/contract/src/trade-proof.ts',
]

/** What the trading screen shares with others, e.g. with the funding. */
const noticeModules = [
  '/src/features/auth/email-proof-banner.tsx',
  '/src/features/cards/quick-top-up.tsx',
  '/src/features/deposits/describe-failure.ts',
  '/src/features/deposits/recent/ended-payments.tsx',
  '/src/features/deposits/recent/late-money.tsx',
  '/src/features/deposits/recent/use-refresh-overview.ts',
  '/src/features/documents/verification-note.tsx',
  '/src/features/offers/offers.tsx',
  '/src/features/signals/api.ts',
  '/src/ui/fields/money-field.tsx',
]

/** What the screens of payments share. */
const paymentModules = [
  '/src/features/cards/payment/card-payment.ts',
  '/src/features/deposits/amount/summary-panel.tsx',
  '/src/features/deposits/bonuses.ts',
  '/src/features/deposits/funding-step.tsx',
  '/src/features/offers/bitcoin-card.tsx',
  '/src/features/promo/stored-code.tsx',
  '/src/features/promo/use-refresh-bonuses.ts',
  '/src/routes/trading/working-methods.ts',
]

/** What the trading screen shares with the ladder, the replay and the page of a trade. */
const tradeModules = [
  '/src/features/trading/chart/price-chart.tsx',
  '/src/features/trading/quotes/live-price.tsx',
  '/src/features/trading/ticket/use-purchase.ts',
  '/src/features/trading/trades/live-result.ts',
]

/** Texts that are loaded together, by file. */
const textFiles = [
  { name: 'site', areas: ['common', 'settings', 'login'] },
  { name: 'funding', areas: ['promo', 'offers', 'validation'] },
  { name: 'money', areas: ['profile', 'cards', 'deposits', 'wallets', 'crypto'] },
]

/**
 * Groups of modules that become files: on a slow line each file costs a round trip, and large ones compress better. A module is in the
 * first group that takes it or a module that imports it. Modules that few screens share become a file by themselves. Look at `npm run bench
 * -- --only pages` after a change.
 */
const chunkGroups = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'client', test: /\/node_modules\/react-dom\// },
  { name: 'frame', test: (id: string) => frameModules.some((part) => id.includes(part)) },
  { name: 'forms', test: /\/src\/routes\/site\/login-page\.tsx$/ },
  { name: 'accounts', test: (id: string) => accountModules.some((part) => id.includes(part)) },
  // This file has the metadata of all countries, which only forms with a phone number need.
  { name: 'phone', test: /\/phone-number\.ts$/ },
  { name: 'icons', test: /\/lucide-react\//, minShareCount: 2 },
  { name: 'figures', test: (id: string) => figureModules.some((part) => id.includes(part)) },
  { name: 'rules', test: /\/packages\/(?:rules|contract|processors)\//, minShareCount: 4 },
  { name: 'shared', test: /\/src\/(?:platform|ui\/(?:money|layout|feedback|hooks))\//, minShareCount: 4 },
  { name: 'overlays', test: /\/src\/ui\/(?:fields\/select|overlays\/dialog)\.tsx$/ },
  { name: 'trading-area', test: /\/src\/routes\/trading\/start-trading\.tsx$/ },
  { name: 'notices', test: (id: string) => noticeModules.some((part) => id.includes(part)) },
  { name: 'combo-box', test: /\/src\/ui\/fields\/combo-box\.tsx$/ },
  { name: 'payments', test: (id: string) => paymentModules.some((part) => id.includes(part)) },
  { name: 'trade', test: (id: string) => tradeModules.some((part) => id.includes(part)) },
  { name: 'register', test: /\/src\/routes\/site\/register-page\.tsx$/ },
  { name: findTextFile, debugName: 'texts' },
]

function findTextFile(id: string): string | null {
  const [, locale, area = ''] = /\/packages\/texts\/src\/([\w-]+)\/([\w-]+)\.ts$/.exec(id) ?? []
  const file = textFiles.find(({ areas }) => areas.includes(area))
  return file === undefined ? null : `texts-${file.name}-${locale}`
}

export default defineConfig({
  plugins: [
    react(),
    // Otherwise each part with words of its own would bring them in 34 languages.
    optimizeLocales.vite({ locales: [...locales, ...previewLocales] }),
    tailwindcss(),
    strictStyles(),
    dropSummaries(),
    skipBrowserLocale(),
    preloadFont(),
    compressAssets(),
    prerenderShells(),
  ],
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

import { loadTexts } from '../platform/i18n/i18n.ts'
import { fundingTexts, historyTexts, homeTexts } from './initial-texts.ts'

/** Those that are opened most, by the start of the hash. */
const screens = [
  {
    hash: '#/home',
    texts: homeTexts,
    load: () => Promise.all([import('./trading/home-screen.tsx'), import('../features/trading/chart/price-chart.tsx')]),
  },
  { hash: '#/show/funding', texts: fundingTexts, load: () => import('./trading/funding-screen.tsx') },
  { hash: '#/show/history', texts: historyTexts, load: () => import('./trading/history-screen.tsx') },
] as const

/**
 * Asks for a screen at once, which the router would ask for after it has started: one round trip later. A failure is left to the router,
 * which asks again.
 */
export function preloadScreen(hash: string): void {
  const screen = screens.find((each) => (hash === '' ? '#/home' : hash).startsWith(each.hash))
  if (screen === undefined) return
  Promise.all([screen.load(), loadTexts(...screen.texts)]).catch(() => undefined)
}

import { loadTexts } from '../../platform/i18n/i18n.ts'
import { fundingTexts, historyTexts, homeTexts } from '../initial-texts.ts'

/** Screens that are opened most, by the start of their hash. */
const screens = [
  {
    hash: '#/home',
    texts: homeTexts,
    load: () =>
      Promise.all([
        import('./weekend-notice.ts').then(({ waitForWeekendNotice }) => waitForWeekendNotice()),
        import('./home-screen.tsx'),
        import('../../features/trading/chart/price-chart.tsx'),
      ]),
  },
  { hash: '#/show/funding', texts: fundingTexts, load: () => import('./funding-screen.tsx') },
  { hash: '#/show/history', texts: historyTexts, load: () => import('./history-screen.tsx') },
] as const

/** Finds the screen of a hash. Exported for tests. */
export function findPreloadedScreen(hash: string) {
  return screens.find((screen) => (hash === '' ? '#/home' : hash).startsWith(screen.hash))
}

/** Loads the screen of the hash at the same time as its area, not after it. A failure is left to the router, which tries again. */
export function preloadScreen(hash: string): void {
  const screen = findPreloadedScreen(hash)
  if (screen === undefined) return
  Promise.all([screen.load(), loadTexts(...screen.texts)]).catch(() => undefined)
}

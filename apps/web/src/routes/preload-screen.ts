import { loadTexts } from '../platform/i18n/i18n.ts'
import { fundingTexts, historyTexts, homeTexts } from './initial-texts.ts'

/** Those that are opened most, by how their address goes on after the language. */
const screens = [
  { address: /^\/?$/, texts: ['landing'], load: () => import('../features/landing/landing.tsx') },
  { address: /^\/login\b/, texts: [], load: () => import('./site/login-page.tsx') },
  { address: /^\/register\b/, texts: ['auth'], load: () => import('./site/register-page.tsx') },
  {
    address: /^\/trading\/?(?:#\/home|$)/,
    texts: homeTexts,
    load: () => Promise.all([import('./trading/home-screen.tsx'), import('../features/trading/chart/price-chart.tsx')]),
  },
  {
    address: /^\/trading\/?#\/show\/funding/,
    texts: fundingTexts,
    load: () => import('./trading/funding-screen.tsx'),
  },
  {
    address: /^\/trading\/?#\/show\/history/,
    texts: historyTexts,
    load: () => import('./trading/history-screen.tsx'),
  },
] as const

/** Exported for tests. */
export function findScreen(address: string) {
  return screens.find((each) => each.address.test(address))
}

/**
 * Asks for a screen at once, which the router would ask for after it has started: one round trip later. A failure is left to the router,
 * which asks again.
 */
export function preloadScreen({ pathname, hash }: Location): void {
  const screen = findScreen(pathname.replace(/^\/[^/]+/, '') + hash)
  // Visitors are sent from the trading area to the log-in page. The server gives traders a shell.
  const isForTraders = document.getElementById('root')?.dataset['shell'] !== undefined
  if (screen === undefined || (pathname.includes('/trading') && !isForTraders)) return
  Promise.all([screen.load(), loadTexts(...screen.texts)]).catch(() => undefined)
}

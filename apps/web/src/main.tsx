import './ui/styles/base.css'
import { startTransition, StrictMode } from 'react'

import { ladderTexts, siteTexts, tradingTexts } from './routes/initial-texts.ts'
import { getBootstrap, getPathLocale, loadBootstrap } from './platform/api/bootstrap.ts'
import { syncServerClock } from './platform/clock.ts'
import { listenForErrors, reportError, startErrorReports } from './platform/telemetry/error-reports.ts'
import { loadTexts, initTexts } from './platform/i18n/i18n.ts'
import { preloadScreen } from './routes/trading/preload-screen.ts'

listenForErrors()
/** The part of the path after the language, e.g. `trading` in `/en/trading`. */
const page = /^\/[^/]+\/([^/]*)\/?$/.exec(location.pathname)?.[1]

function loadArea() {
  switch (page) {
    case 'trading':
      // A visitor's screen is not preloaded, because the area sends them to the log-in page. The server gives only traders the shell of the
      // trading area.
      if (document.getElementById('root')?.dataset['shell'] !== undefined) preloadScreen(location.hash)
      // Loads the shared files early, so that they run while the rest is downloading.
      import('@tradefront/contract/trading').catch(() => undefined)
      return { area: import('./routes/trading/start-trading.tsx'), texts: tradingTexts }
    case 'ladder':
      return { area: import('./routes/ladder/start-ladder.tsx'), texts: ladderTexts }
    case 'login':
      // The router imports the page again, and gets it at once.
      import('./routes/site/login-page.tsx').catch(() => undefined)
      return { area: import('./routes/site/start-site.tsx'), texts: siteTexts }
    default:
      return { area: import('./routes/site/start-site.tsx'), texts: siteTexts }
  }
}

async function start(): Promise<void> {
  // Everything that the first screen needs is loaded in parallel.
  initTexts(getPathLocale(location.pathname))
  const { area, texts } = loadArea()
  const [{ startArea }, { createRoot, hydrateRoot }, arrivedMs] = await Promise.all([
    area,
    // This is a chunk of its own, so that parsing it is a step of its own.
    import('react-dom/client'),
    pause().then(loadBootstrap),
    loadTexts(...texts),
  ])
  syncServerClock(getBootstrap().now, arrivedMs)
  startErrorReports(() => getBootstrap().csrf)
  await pause()
  const screen = await startArea()
  const root = document.getElementById('root')
  if (screen === null || root === null) return
  const app = <StrictMode>{screen}</StrictMode>
  const isPrerendered = root.hasChildNodes() && root.dataset['shell'] === undefined
  // React works in small steps, so that the page can be read and scrolled at the same time.
  startTransition(() => {
    if (isPrerendered) hydrateRoot(root, app, { onCaughtError })
    else createRoot(root, { onCaughtError }).render(app)
  })
}

/** Lets the browser paint and scroll between the steps of the start, which are long on a slow phone. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** A page that stayed open over an update asks for files that are gone: it reloads once. */
window.addEventListener('vite:preloadError', (event) => {
  const key = 'tradefront.reloaded'
  // Without a connection a reload would lose the page too.
  if (!navigator.onLine || sessionStorage.getItem(key) !== null) return
  event.preventDefault()
  sessionStorage.setItem(key, '1')
  location.reload()
})

/** A screen that fails is replaced by a notice; the error goes to the console and to us. */
function onCaughtError(error: unknown): void {
  console.error(error)
  reportError(error)
}

void pause().then(start)

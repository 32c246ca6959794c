import './ui/styles/base.css'
import { startTransition, StrictMode } from 'react'

import { siteTextAreas } from './routes/site/site-texts.ts'
import { getBootstrap, getPathLocale, loadBootstrap } from './platform/api/bootstrap.ts'
import { listenForErrors, reportError, startErrorReports } from './platform/telemetry/error-reports.ts'
import { loadTexts, initTexts } from './platform/i18n/i18n.ts'

listenForErrors()
const isTrading = /^\/[^/]+\/trading\/?$/.test(location.pathname)

async function start(): Promise<void> {
  // Everything that the first screen needs is asked for at once.
  const area = isTrading ? import('./routes/trading/start-trading.tsx') : import('./routes/site/start-site.tsx')
  initTexts(getPathLocale(location.pathname))
  const [{ startArea }, { createRoot, hydrateRoot }] = await Promise.all([
    area,
    // A file of its own is read in a step of its own.
    import('react-dom/client'),
    loadBootstrap(),
    loadTexts(...(isTrading ? (['common', 'settings', 'profile'] as const) : siteTextAreas)),
  ])
  startErrorReports(() => getBootstrap().csrf)
  const screen = await startArea()
  const root = document.getElementById('root')
  if (screen === null || root === null) return
  // What the server sent drawn is taken over as it stands, in small steps: it can be read and scrolled meanwhile.
  if (root.hasChildNodes())
    startTransition(() => void hydrateRoot(root, <StrictMode>{screen}</StrictMode>, { onCaughtError }))
  else createRoot(root, { onCaughtError }).render(<StrictMode>{screen}</StrictMode>)
}

/** A page that stayed open over an update asks for files that are gone: it loads itself anew, once. */
window.addEventListener('vite:preloadError', (event) => {
  const key = 'tradefront.reloaded'
  // Without a connection a reload would lose the page too.
  if (!navigator.onLine || sessionStorage.getItem(key) !== null) return
  event.preventDefault()
  sessionStorage.setItem(key, '1')
  location.reload()
})

/** A screen that fails shows a notice in its place; what happened is told here and to us. */
function onCaughtError(error: unknown): void {
  console.error(error)
  reportError(error)
}

void start()

import '../ui/styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { isLocale, locales } from '@tradefront/texts/locales'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'

import { queryClient } from '../platform/api/query-client.ts'
import { setSessionExpiredHandler } from '../platform/api/request.ts'
import { initTexts, loadTexts } from '../platform/i18n/i18n.ts'
import { Providers } from '../routes/providers.tsx'
import { deskOperatorQuery } from './api.ts'
import { deskTexts } from './initial-texts.ts'
import { deskRouter } from './router.tsx'

// The CSP forbids `new Function`, which zod would try.
z.config({ jitless: true })

async function start(): Promise<void> {
  initTexts(findLocale())
  // The operator is asked for while the texts load. A failure is shown by the first screen.
  void queryClient.prefetchQuery(deskOperatorQuery)
  preloadScreen()
  await loadTexts(...deskTexts)
  setSessionExpiredHandler(() => queryClient.setQueryData(deskOperatorQuery.queryKey, null))
  const root = document.getElementById('root')
  if (root === null) return
  // React works in small steps, so that the page can be used at the same time.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <Providers>
            <RouterProvider router={deskRouter} />
          </Providers>
        </QueryClientProvider>
      </StrictMode>,
    )
  })
}

/** Loads the screen that most operators start with beside the texts, not after them. A failure is left to the router, which tries again. */
function preloadScreen(): void {
  if (/^(?:#\/?|#\/queue.*)?$/.test(location.hash)) import('./queue/queue-screen.tsx').catch(() => undefined)
}

/** Returns the language that was chosen here, else that of the browser. */
function findLocale() {
  const chosen = /(?:^|; )lang=([\w-]+)/.exec(document.cookie)?.[1] ?? ''
  if (isLocale(chosen)) return chosen
  return locales.find((locale) => navigator.language.startsWith(locale)) ?? 'en'
}

void start()

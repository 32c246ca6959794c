import '../ui/styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { isLocale, locales } from '@tradefront/texts/locales'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'

import { queryClient } from '../platform/api/query-client.ts'
import { setSessionExpiredHandler } from '../platform/api/request.ts'
import { initTexts, loadTexts } from '../platform/i18n/i18n.ts'
import { Providers } from '../routes/providers.tsx'
import { deskOperatorQuery } from './api.ts'
import { deskRouter } from './router.tsx'

// The CSP forbids `new Function`, which zod would try.
z.config({ jitless: true })

async function start(): Promise<void> {
  initTexts(findLocale())
  await loadTexts(
    'actions',
    'common',
    'deposits',
    'desk',
    'desk-cascade',
    'desk-decisions',
    'desk-money',
    'desk-reconcile',
    'desk-control',
    'desk-mails',
    'desk-marketing',
    'desk-recovery',
    'desk-trading',
    'figures',
    'settings',
    'traders',
    'wallets',
    'desk-queue',
    'desk-support',
    'documents',
    'withdrawal',
  )
  setSessionExpiredHandler(() => queryClient.setQueryData(deskOperatorQuery.queryKey, null))
  const root = document.getElementById('root')
  if (root === null) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Providers>
          <RouterProvider router={deskRouter} />
        </Providers>
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** Returns the language that was chosen here, else that of the browser. */
function findLocale() {
  const chosen = /(?:^|; )lang=([\w-]+)/.exec(document.cookie)?.[1] ?? ''
  if (isLocale(chosen)) return chosen
  return locales.find((locale) => navigator.language.startsWith(locale)) ?? 'en'
}

void start()

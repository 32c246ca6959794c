import { QueryClientProvider } from '@tanstack/react-query'
import type { Bootstrap } from '@tradefront/contract/settings'
import type { TextArea } from '@tradefront/texts/areas'
import type { Locale } from '@tradefront/texts/locales'
import { cleanup, render, type RenderResult } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { onTestFinished, vi } from 'vitest'

import { setBootstrap } from '../api/bootstrap.ts'
import { queryClient } from '../api/query-client.ts'
import { initTexts, loadTexts } from '../i18n/i18n.ts'
import { testBootstrap } from './test-bootstrap.ts'

export async function renderWithProviders(
  element: ReactNode,
  options: {
    readonly bootstrap?: Partial<Bootstrap>
    readonly texts?: readonly TextArea[]
    readonly locale?: Locale
  } = {},
): Promise<RenderResult> {
  setBootstrap({ ...testBootstrap, ...options.bootstrap })
  const { locale = 'en' } = options
  initTexts(locale)
  await loadTexts('common', ...(options.texts ?? []))
  onTestFinished(() => {
    cleanup()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  return render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale={locale}>
        <Suspense>{element}</Suspense>
      </I18nProvider>
    </QueryClientProvider>,
  )
}

// @vitest-environment jsdom
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { CallToAction } from './call-to-action.tsx'
import { Hero } from './hero.tsx'
import { KeyFigures } from './key-figures.tsx'

beforeEach(stubBrowser)

test('the landing page leads to the dialogs for a real account, a practice account and a promo code', async () => {
  const options = { texts: ['landing', 'login'], locale: 'ru' } as const
  const screen = await renderWithProviders(
    <>
      <Hero market={null} />
      <CallToAction />
    </>,
    options,
  )
  const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  for (const id of ['modal-register', 'modal-register-demo', 'modal-promo']) expect(targets).toContain(`/ru/#${id}`)
})

test('the smallest deposit is that of the setting, which is not known before the page is hydrated', async () => {
  const settings = { ...testBootstrap.settings, depositMinimum: 400 }
  const { findByText } = await renderWithProviders(<KeyFigures />, { bootstrap: { settings }, texts: ['landing'] })
  expect((await findByText('smallest deposit')).parentElement?.textContent).toContain('$400')
  expect(renderToString(<KeyFigures />)).toMatch(/<dd[^>]*>\u00a0<\/dd>/)
})

// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { CallToAction } from './call-to-action.tsx'
import { Hero } from './hero.tsx'

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

import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { Bootstrap } from '@tradefront/contract/settings'
import type { TextKey } from '@tradefront/texts/keys'
import { defaultLocale, locales, type Locale } from '@tradefront/texts/locales'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'

import { setBootstrap } from '../../platform/api/bootstrap.ts'
import { changeLocale, loadTexts, translate, initTexts } from '../../platform/i18n/i18n.ts'
import { paths } from '../paths.ts'
import { Providers } from '../providers.tsx'
import { formatPageTitle } from '../../platform/page-title.ts'
import { createSiteRouter } from './site-router.tsx'
import { siteTextAreas } from './site-texts.ts'

/** A page as it is drawn ahead of time: what goes into the head, and into `#root`. */
export type PrerenderedPage = {
  /** The address without its language: `/`, `/login`. */
  readonly path: string
  readonly locale: Locale
  readonly sandbox: boolean
  readonly title: string
  readonly description: string
  readonly html: string
}

/** The pages that paint before any script runs. */
const pages: readonly {
  readonly buildPath: (lang: Locale) => string
  readonly titleKey: TextKey
  readonly descriptionKey: TextKey
}[] = [
  { buildPath: paths.site, titleKey: 'landing.title', descriptionKey: 'landing.description' },
  { buildPath: (lang) => paths.login(lang), titleKey: 'auth.title', descriptionKey: 'auth.claim_title' },
]

/**
 * Draws them for a visitor, in every language, with and without the sandbox's note. What a browser knows better (theme,
 * query, motion) is drawn as if nothing were known and put right when the page wakes.
 */
export async function prerender(): Promise<PrerenderedPage[]> {
  // The router keeps its browser's bookkeeping there.
  Object.assign(globalThis, { self: globalThis })
  const prerendered: PrerenderedPage[] = []
  initTexts(defaultLocale)
  await loadTexts(...siteTextAreas, 'landing')
  for (const locale of locales) {
    await changeLocale(locale)
    for (const sandbox of [false, true]) {
      setBootstrap(createVisitorBootstrap(locale, sandbox))
      for (const { buildPath: address, titleKey: title, descriptionKey: about } of pages) {
        const html = await renderPage(address(locale))
        const path = address(locale).replace(`/${locale}`, '')
        prerendered.push({
          path,
          locale,
          sandbox,
          title: formatPageTitle(translate(title)),
          description: translate(about),
          html,
        })
      }
    }
  }
  return prerendered
}

async function renderPage(address: string): Promise<string> {
  const router = createSiteRouter(createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  return renderToString(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}

/** What a page may know of the server before there is one. Nothing that is drawn ahead of time may show more of it than the sandbox's note. */
function createVisitorBootstrap(language: Locale, sandbox: boolean): Bootstrap {
  return {
    user: null,
    settings: {
      cascade: null,
      card_day_limit: 0,
      fail_limit: 0,
      bonus_turnover_factor: 0,
      affiliates_min_300: [],
      hidden_tabs: [],
      chat_hide: [],
      chat_show: [],
      chat_disabled: true,
      platform_url: null,
    },
    rates: { USD: 1, EUR: 1, GBP: 1, RUB: 1 },
    offers: [],
    now: 0,
    csrf: '',
    country: '',
    language,
    sandbox,
    chat_url: '',
    mobile: false,
  }
}

import type { Bootstrap } from '@tradefront/contract/settings'
import type { TextArea } from '@tradefront/texts/areas'
import { defaultLocale, locales, type Locale } from '@tradefront/texts/locales'
import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'

import { setBootstrap } from '../../platform/api/bootstrap.ts'
import { changeLocale, loadTexts, translate, initTexts } from '../../platform/i18n/i18n.ts'
import { Providers } from '../providers.tsx'
import { siteTexts, tradingTexts } from '../initial-texts.ts'
import { siteScreens } from '../site-routes.ts'
import { formatPageTitle } from '../../platform/page-title.ts'
import { TradingShell } from '../trading/trading-shell.tsx'
import { SiteShell } from './site-shell.tsx'
import { loadSitePage } from './site-page.tsx'

export type PrerenderedPage = {
  /** Path without the language: `/`, `/login`. */
  readonly path: string
  readonly locale: Locale
  readonly sandbox: boolean
  readonly title: string
  /** Null: the page is not for search engines. */
  readonly description: string | null
  /** Areas of texts that only this page shows. */
  readonly texts: readonly TextArea[]
  /** Content of the page. Null: it is not prerendered, but has its title before its script. */
  readonly html: string | null
}

export type PrerenderedSite = {
  /** Content by language that is painted before the scripts of the trading area, and of a page of the server. */
  readonly shells: Readonly<Record<string, { readonly trading: string; readonly page: string }>>
  /** Paths without the language, e.g. `/show/$page`. The server answers other pages with 404. */
  readonly paths: readonly string[]
  readonly pages: readonly PrerenderedPage[]
}

/** Areas of the texts below the titles of the trading area. */
const leadTexts = ['deposits', 'history'] as const

/**
 * Renders pages in every language, with and without the sandbox notice. Theme, query and reduced motion are added on
 * hydration.
 */
export async function prerender(): Promise<PrerenderedSite> {
  const pages: PrerenderedPage[] = []
  const shells: Record<string, { trading: string; page: string }> = {}
  initTexts(defaultLocale)
  await loadTexts(...siteTexts, ...tradingTexts, ...leadTexts, ...siteScreens.flatMap(({ texts }) => texts))
  for (const locale of locales) {
    await changeLocale(locale)
    shells[locale] = {
      trading: renderToStaticMarkup(<TradingShell />),
      page: renderToStaticMarkup(<SiteShell />),
    }
    for (const sandbox of [false, true]) {
      setBootstrap(createVisitorBootstrap(locale, sandbox))
      for (const { path, title, texts, description, isPrerendered } of siteScreens) {
        if (title === undefined) continue
        pages.push({
          path,
          locale,
          sandbox,
          texts,
          title: formatPageTitle(translate(title)),
          description: description === undefined ? null : translate(description),
          html: isPrerendered ? await renderPage(`/${locale}${path}`) : null,
        })
      }
    }
  }
  return { paths: [...siteScreens.map(({ path }) => path), '/trading', '/ladder'], pages, shells }
}

async function renderPage(address: string): Promise<string> {
  const page = await loadSitePage(address)
  return renderToString(
    <StrictMode>
      <Providers>{page}</Providers>
    </StrictMode>,
  )
}

/** Creates the data of a visitor. Only the sandbox notice can depend on the server. */
function createVisitorBootstrap(language: Locale, sandbox: boolean): Bootstrap {
  return {
    user: null,
    settings: {
      cascade: null,
      depositMinimum: 0,
      cardDayLimit: 0,
      failLimit: 0,
      bonusTurnoverFactor: 0,
      bonusReleaseFactor: 0,
      tiers: 'page',
      hiddenTabs: [],
      chatHide: [],
      chatShow: [],
      isChatDisabled: true,
      platformUrl: null,
    },
    offers: [],
    now: 0,
    csrf: '',
    country: '',
    language,
    previewLanguages: [],
    sandbox,
    isMaintenance: false,
    chatUrl: '',
    mobile: false,
  }
}

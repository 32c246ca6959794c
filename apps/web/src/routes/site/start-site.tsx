import { canAccessPage } from '@tradefront/rules/auth/page-access'
import type { ReactNode } from 'react'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { getLocale } from '../../platform/i18n/i18n.ts'
import { paths, parseReturnTarget } from '../paths.ts'
import { Providers } from '../providers.tsx'
import { loadSitePage } from './site-page.tsx'

/** Starts the site. Returns null if the browser goes to the trading area because the user is logged in. */
export async function startArea(): Promise<ReactNode> {
  const page = location.pathname.split('/')[2] ?? ''
  if (getBootstrap().user !== null && !canAccessPage(page === '' ? 'landing' : page, true)) {
    location.replace(paths.trading(getLocale(), parseReturnTarget(location.hash)))
    return null
  }
  return <Providers>{await loadSitePage(location.pathname)}</Providers>
}

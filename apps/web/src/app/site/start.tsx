import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { boot } from '../../platform/boot.ts'
import { locale } from '../../platform/texts.ts'
import { paths, targetOf } from '../paths.ts'
import { Providers } from '../providers.tsx'
import { createSiteRouter } from './router.tsx'

/** The pages in front of the door. Whoever is logged in goes on to the account; null while the browser leaves. */
export function startArea(): ReactNode {
  const isPublicPage = /^\/[^/]+\/show\//.test(location.pathname)
  if (boot().user !== null && !isPublicPage) {
    location.replace(paths.trading(locale(), targetOf(location.hash)))
    return null
  }
  return (
    <Providers>
      <RouterProvider router={createSiteRouter()} />
    </Providers>
  )
}

import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { boot } from '../../platform/boot.ts'
import { locale } from '../../platform/texts.ts'
import { paths, targetOf } from '../paths.ts'
import { Providers } from '../providers.tsx'
import { createSiteRouter } from './router.tsx'

/** The pages in front of the door. Whoever is logged in goes on to the account; null while the browser leaves. */
export async function startArea(): Promise<ReactNode> {
  const isPublicPage = /^\/[^/]+\/show\//.test(location.pathname)
  if (boot().user !== null && !isPublicPage) {
    location.replace(paths.trading(locale(), targetOf(location.hash)))
    return null
  }
  const router = createSiteRouter()
  // The first drawing is of the page that was asked for, and of nothing before it.
  await router.load()
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  )
}

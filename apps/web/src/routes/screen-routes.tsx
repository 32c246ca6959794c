import { createRoute, type Register, type ResolveParams, type RootRoute } from '@tanstack/react-router'
import type { TextKey } from '@tradefront/texts/keys'
import type { ComponentType } from 'react'

import { loadTexts, useTranslate } from '../platform/i18n/i18n.ts'
import { usePageTitle } from '../platform/page-title.ts'

export type MenuItem = {
  readonly text: TextKey
  readonly Icon: ComponentType<{ size: number; 'aria-hidden': boolean }>
  /** Left out of the menu of practice accounts. */
  readonly isForRealAccounts?: true
}

/** One row of a route table. The router, preloading, titles and the menu are derived from it. */
export type Screen = {
  readonly path: string
  /** Loads the code. It is loaded together with the texts, before the screen is shown, and when its link is hovered. */
  readonly load: () => Promise<ComponentType<Params>>
  readonly texts: readonly string[]
  /** Left out where the screen sets the title itself, with `usePageTitle`. */
  readonly title?: TextKey
  readonly menu?: MenuItem
  /** Prerendered at build time; the text is the page's description for search engines. */
  readonly description?: TextKey
}

type Params = Readonly<Record<string, string>>

/** Defines a row. The parameters of the path are the props of the screen. */
export function defineScreen<const Path extends string>(
  screen: Omit<Screen, 'load'> & {
    readonly path: Path
    readonly load: () => Promise<ComponentType<ResolveParams<Path>>>
  },
): Screen {
  // Rows of all paths go into one list; the router passes each screen the parameters of its own path.
  return { ...screen, load: screen.load as unknown as Screen['load'] }
}

export function createScreenRoutes(root: RootRoute<Register>, screens: readonly Screen[]) {
  return screens.map((screen) => {
    const route = createRoute({
      getParentRoute: () => root,
      path: screen.path,
      loader: async () => {
        const [Loaded] = await Promise.all([screen.load(), loadTexts(...screen.texts)])
        return { Loaded }
      },
      component: ScreenRoute,
    })
    function ScreenRoute() {
      const t = useTranslate()
      const { Loaded } = route.useLoaderData()
      const params: Params = route.useParams()
      usePageTitle(screen.title === undefined ? undefined : t(screen.title))
      return <Loaded {...params} />
    }
    return route
  })
}

/** Path of a screen without its optional parameters. */
export function getScreenPath({ path }: Screen): string {
  return path.replace(/\/\{-\$.*$/, '')
}

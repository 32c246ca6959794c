import { createRoute, redirect, type Register, type ResolveParams, type RootRoute } from '@tanstack/react-router'
import type { TextArea } from '@tradefront/texts/areas'
import type { TextKey } from '@tradefront/texts/keys'
import type { ComponentType } from 'react'

import { loadTexts, useTranslate } from '../platform/i18n/i18n.ts'
import { usePageTitle } from '../platform/page-title.ts'

export type MenuItem = {
  readonly text: TextKey
  readonly Icon: ComponentType<{ size: number; 'aria-hidden': boolean }>
  /** On a wide screen in the menu under the trader's name. */
  readonly isUnderName?: true
}

/** Of the path of a screen. */
type Params = Readonly<Record<string, string>>

/** The router, preloading, titles and the menu use these rows. */
export type Screen = {
  readonly path: string
  /** Also called when a link is hovered, to preload. */
  readonly load: (params: Params) => Promise<ComponentType<ScreenProps>>
  readonly texts: readonly TextArea[]
  /** Omit if the screen calls `usePageTitle`. */
  readonly title?: TextKey
  readonly menu?: MenuItem
  /** Returns another path if the screen cannot be shown now. */
  readonly findDetour?: () => string | null
  /** The screen fills the window, without margins. */
  readonly isFullWidth?: true
  /** For search engines, which leave out pages without one. */
  readonly description?: TextKey
  readonly isPrerendered?: true
}

/** Part of the address after `?`. Each screen reads its own part and ignores what it does not know. */
type Search = Readonly<Record<string, unknown>>

export type ScreenProps = { readonly search: Search }

/** Path parameters become the props of the screen, beside `search`. */
export function defineScreen<const Path extends string>(
  screen: Omit<Screen, 'load'> & {
    readonly path: Path
    readonly load: (params: ResolveParams<Path>) => Promise<ComponentType<ResolveParams<Path> & ScreenProps>>
  },
): Screen {
  // The router passes each screen the parameters of its own path.
  return { ...screen, load: screen.load as unknown as Screen['load'] }
}

export function createScreenRoutes(root: RootRoute<Register>, screens: readonly Screen[]) {
  return screens.map((screen) => {
    const route = createRoute({
      getParentRoute: () => root,
      path: screen.path,
      beforeLoad: () => {
        const to = screen.findDetour?.() ?? null
        if (to !== null) throw redirect({ to, replace: true })
      },
      loader: async ({ params }) => {
        const [Loaded] = await Promise.all([screen.load(params), loadTexts(...screen.texts)])
        return { Loaded }
      },
      component: ScreenRoute,
    })
    function ScreenRoute() {
      const t = useTranslate()
      const { Loaded } = route.useLoaderData()
      const params: Params = route.useParams()
      const search: Search = route.useSearch()
      usePageTitle(screen.title === undefined ? undefined : t(screen.title))
      return <Loaded {...params} search={search} />
    }
    return route
  })
}

/** Without optional parameters. */
export function getScreenPath({ path }: Screen): string {
  return path.replace(/\/\{-\$.*$/, '')
}

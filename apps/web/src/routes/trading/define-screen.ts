import type { ResolveParams } from '@tanstack/react-router'
import type { TextArea } from '@tradefront/texts/areas'
import type { TextKey } from '@tradefront/texts/keys'
import type { ComponentType } from 'react'

export type MenuItem = {
  readonly text: TextKey
  readonly Icon: ComponentType<{ size: number; 'aria-hidden': boolean }>
  /** On a wide screen in the menu under the trader's name. */
  readonly isUnderName?: true
}

/** Of the path of a screen. */
export type ScreenParams = Readonly<Record<string, string>>

/** A row of the trading area: the router, preloading, titles and the menu use it. */
export type Screen = {
  readonly path: string
  /** Also called when a link is hovered, to preload. */
  readonly load: (params: ScreenParams) => Promise<ComponentType<ScreenProps>>
  readonly texts: readonly TextArea[]
  /** Omit if the screen calls `usePageTitle`. */
  readonly title?: TextKey
  readonly menu?: MenuItem
  /** Returns another path if the screen cannot be shown now. */
  readonly findDetour?: () => string | null
  /** The screen fills the window, without margins. */
  readonly isFullWidth?: true
}

/** Part of the address after `?`. Each screen reads its own part and ignores what it does not know. */
export type ScreenSearch = Readonly<Record<string, unknown>>

export type ScreenProps = { readonly search: ScreenSearch }

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

/** Without optional parameters. */
export function getScreenPath({ path }: Screen): string {
  return path.replace(/\/\{-\$.*$/, '')
}

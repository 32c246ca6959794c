import type { ResolveParams } from '@tanstack/react-router'
import type { TextArea } from '@tradefront/texts/areas'
import type { TextKey } from '@tradefront/texts/keys'
import type { ComponentType } from 'react'

export type MenuItem = {
  readonly text: TextKey
  readonly Icon: ComponentType<{ size: number; 'aria-hidden': boolean }>
  /** True if a wide screen has it in the menu under the trader's name. */
  readonly isUnderName?: true
}

/** Parameters of the path of a screen. */
export type ScreenParams = Readonly<Record<string, string>>

/** A row of the trading area, which the router, preloading, titles and the menu use. */
export type Screen = {
  readonly path: string
  /** Loads the screen. It is also called when a link is hovered, to preload. */
  readonly load: (params: ScreenParams) => Promise<ComponentType<ScreenProps>>
  readonly texts: readonly TextArea[]
  /** Title of the screen, unless it calls `usePageTitle`. */
  readonly title?: TextKey
  /** Text below the title, which the shell of the area shows before the screen is loaded. */
  readonly lead?: TextKey
  readonly menu?: MenuItem
  /** Returns another path if the screen cannot be shown now. */
  readonly findDetour?: () => string | null
  /** True if the screen fills the window, without margins. */
  readonly isFullWidth?: true
}

/** Part of the address after `?`. Each screen reads its own part and ignores what it does not know. */
export type ScreenSearch = Readonly<Record<string, unknown>>

export type ScreenProps = { readonly search: ScreenSearch }

/** Defines a screen. Path parameters become its props, beside `search`. */
export function defineScreen<const Path extends string>(
  screen: Omit<Screen, 'load'> & {
    readonly path: Path
    readonly load: (params: ResolveParams<Path>) => Promise<ComponentType<ResolveParams<Path> & ScreenProps>>
  },
): Screen {
  // The router passes each screen the parameters of its own path.
  return { ...screen, load: screen.load as unknown as Screen['load'] }
}

/** Returns the path without optional parameters. */
export function getScreenPath({ path }: Screen): string {
  return path.replace(/\/\{-\$.*$/, '')
}

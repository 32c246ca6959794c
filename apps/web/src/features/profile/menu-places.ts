import { createContext, type ReactNode, useContext } from 'react'

/** A screen to which the menus lead. */
export type MenuPlace = {
  readonly id: string
  readonly label: string
  readonly icon: ReactNode
  /** True if a wide screen has it in the menu under the trader's name. */
  readonly isUnderName: boolean
  readonly onAction: () => void
}

/** All places of the menus, for lists of commands. */
export const MenuPlacesContext = createContext<readonly MenuPlace[]>([])

export function useMenuPlaces(): readonly MenuPlace[] {
  return useContext(MenuPlacesContext)
}

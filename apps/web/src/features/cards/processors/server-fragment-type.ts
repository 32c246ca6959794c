import type { ComponentType, ReactNode } from 'react'

/** Draws a fragment of the server around which a dialog is built; the app gives it, as fragments are another feature's. */
export type FragmentComponent = ComponentType<{
  readonly page: 'dialog_entro_start' | 'dialog_entro_pin'
  readonly children: (fragment: { readonly title: string; readonly body: ReactNode }) => ReactNode
}>

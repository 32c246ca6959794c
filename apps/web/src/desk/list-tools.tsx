import type { ReactNode } from 'react'

import { SaveView } from './views/save-view.tsx'

/** Above a list: its filter, and the buttons that save the filter, or the list. @param props.path of the list */
export function ListTools(props: { readonly path: string; readonly children?: ReactNode; readonly csv?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      {props.children}
      <div className="ms-auto flex flex-wrap gap-2">
        <SaveView path={props.path} />
        {props.csv}
      </div>
    </div>
  )
}

import { useNavigate, useSearch } from '@tanstack/react-router'

import { parseFilters, toSearch } from '../../features/history/filters.ts'
import { movementOptions, MovementList } from '../../features/history/movement-list.tsx'
import { paths } from '../paths.ts'

/** The filters are in the address, so that a list can be kept and the browser's buttons work. */
export function HistoryScreen() {
  const navigate = useNavigate()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  return (
    <MovementList
      filters={parseFilters(search, movementOptions)}
      onFilter={(filters) =>
        void navigate({ to: paths.show('history'), search: toSearch(filters), resetScroll: false })
      }
    />
  )
}

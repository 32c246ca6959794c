import { useNavigate } from '@tanstack/react-router'

import { parseFilters, toSearch } from '../../features/history/filters.ts'
import { movementOptions, MovementList } from '../../features/history/movement-list.tsx'
import { paths } from '../paths.ts'
import type { ScreenProps } from './define-screen.ts'

/** Screen of the history. The filters are in the address, so that a list can be bookmarked and the browser's buttons work. */
export function HistoryScreen({ search }: ScreenProps) {
  const navigate = useNavigate()
  return (
    <MovementList
      filters={parseFilters(search, movementOptions)}
      onFilter={(filters) =>
        void navigate({ to: paths.show('history'), search: toSearch(filters), resetScroll: false })
      }
    />
  )
}

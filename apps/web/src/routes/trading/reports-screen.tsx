import { useNavigate } from '@tanstack/react-router'

import { parseFilters, toSearch } from '../../features/history/filters.ts'
import { ReportList, reportOptions } from '../../features/history/report-list.tsx'
import { paths } from '../paths.ts'
import type { ScreenProps } from './define-screen.ts'

/** Screen of reports. The filters are in the address, so that a list can be bookmarked and the browser's buttons work. */
export function ReportsScreen({ search }: ScreenProps) {
  const navigate = useNavigate()
  return (
    <ReportList
      filters={parseFilters(search, reportOptions)}
      onFilter={(filters) =>
        void navigate({ to: paths.show('reports'), search: toSearch(filters), resetScroll: false })
      }
    />
  )
}

import Columns2 from 'lucide-react/icons/columns-2'
import Grid2x2 from 'lucide-react/icons/grid-2x2'
import Square from 'lucide-react/icons/square'

import { arrangements } from '@tradefront/rules/charts/layouts'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { updateWorkspace, useWorkspace } from './workspace-store.ts'
import { changeArrangement } from './workspace.ts'

const icons = { one: Square, two: Columns2, four: Grid2x2 } as const

/** Choice of how many charts are side by side on a wide screen. */
export function ArrangementSwitch() {
  const t = useTranslate()
  const { arrangement } = useWorkspace()
  return (
    <SegmentedControl
      label={t('trading.arrangement')}
      value={arrangement}
      onChange={(next) => updateWorkspace((before) => changeArrangement(before, next))}
      options={arrangements.map((id) => {
        const Icon = icons[id]
        return { id, name: t(`trading.arrangement_${id}`), label: <Icon size={16} aria-hidden /> }
      })}
    />
  )
}

import Columns2 from 'lucide-react/icons/columns-2'
import Grid2x2 from 'lucide-react/icons/grid-2x2'
import Square from 'lucide-react/icons/square'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { updateWorkspace, useWorkspace } from './workspace-store.ts'
import { changeLayout, layouts } from './workspace.ts'

const icons = { one: Square, two: Columns2, four: Grid2x2 } as const

/** How many charts are side by side on a wide screen. */
export function LayoutSwitch() {
  const t = useTranslate()
  const { layout } = useWorkspace()
  return (
    <SegmentedControl
      label={t('trading.layout')}
      value={layout}
      onChange={(next) => updateWorkspace((before) => changeLayout(before, next))}
      options={layouts.map((id) => {
        const Icon = icons[id]
        return { id, name: t(`trading.layout_${id}`), label: <Icon size={16} aria-hidden /> }
      })}
    />
  )
}

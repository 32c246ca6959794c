import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronsRight from 'lucide-react/icons/chevrons-right'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { ChartEngine } from './chart-engine.ts'

/** Buttons for what a mouse does with the wheel and by dragging. */
export function ChartButtons({ engine }: { readonly engine: ChartEngine }) {
  const t = useTranslate()
  const buttons = [
    { id: 'earlier', label: t('trading.chart_earlier'), Icon: ChevronLeft, onClick: () => engine.scroll(-1) },
    { id: 'out', label: t('trading.chart_zoom_out'), Icon: ZoomOut, onClick: () => engine.zoom(-1) },
    { id: 'in', label: t('trading.chart_zoom_in'), Icon: ZoomIn, onClick: () => engine.zoom(1) },
    { id: 'later', label: t('trading.chart_later'), Icon: ChevronRight, onClick: () => engine.scroll(1) },
    { id: 'latest', label: t('trading.chart_latest'), Icon: ChevronsRight, onClick: () => engine.showLatest() },
  ]
  return (
    <div
      role="group"
      aria-label={t('trading.chart_view')}
      dir="ltr"
      data-unmirrored
      className="absolute start-2 bottom-8 z-10 max-lg:bottom-20 flex rounded-full bg-surface/80 opacity-60 transition-opacity focus-within:opacity-100 hover:opacity-100 pointer-coarse:hidden"
    >
      {buttons.map(({ id, label, Icon, onClick }) => (
        <IconButton key={id} label={label} onClick={onClick}>
          <Icon size={16} aria-hidden />
        </IconButton>
      ))}
    </div>
  )
}

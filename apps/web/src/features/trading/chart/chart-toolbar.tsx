import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartLine from 'lucide-react/icons/chart-line'
import Activity from 'lucide-react/icons/activity'
import PencilLine from 'lucide-react/icons/pencil-line'
import { candleSeconds, type CandleSeconds } from '@tradefront/rules/trading/candles'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { type ChartSettings, indicators, toggleMember } from '../workspace/workspace.ts'

const frameNames = {
  1: '1s',
  5: '5s',
  15: '15s',
  60: '1m',
  300: '5m',
  900: '15m',
  3600: '1h',
  14_400: '4h',
  86_400: '1D',
} as const

/** Time frame, kind and indicators of one chart. */
export function ChartToolbar(props: {
  readonly settings: Omit<ChartSettings, 'symbol'>
  readonly onChange: (change: Partial<Omit<ChartSettings, 'symbol'>>) => void
  /** The button that shows the drawing tools. */
  readonly drawing?: { readonly isOpen: boolean; readonly onToggle: () => void }
}) {
  const { settings, onChange, drawing } = props
  const t = useTranslate()
  const format = useFormat()
  const { seconds, kind } = settings
  const getFrameName = (each: CandleSeconds): string => t(`trading.frame_${frameNames[each]}`)
  return (
    <div className="flex min-w-0 items-center gap-1">
      <div role="group" aria-label={t('trading.frames')} className="hidden @2xl:flex" dir="ltr">
        {candleSeconds.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === seconds}
            title={format.duration(each)}
            onClick={() => onChange({ seconds: each })}
            className={cx(
              'h-8 min-w-8 shrink-0 cursor-pointer rounded-field px-1.5 text-13 transition-colors pointer-coarse:h-11',
              each === seconds ? 'bg-raised font-medium text-ink' : 'text-muted hover:text-ink',
            )}
          >
            {getFrameName(each)}
          </button>
        ))}
      </div>
      <div className="@2xl:hidden">
        <Menu
          label={t('trading.frames')}
          trigger={
            <Button tone="subtle" size="narrow" aria-label={`${getFrameName(seconds)}, ${t('trading.frames')}`}>
              <span className="text-muted">{getFrameName(seconds)}</span>
            </Button>
          }
          groups={[
            {
              id: 'frames',
              entries: candleSeconds.map((each) => ({
                id: String(each),
                label: format.duration(each),
                isChosen: each === seconds,
                onAction: () => onChange({ seconds: each }),
              })),
            },
          ]}
        />
      </div>
      <IconButton
        label={t(kind === 'line' ? 'trading.show_candles' : 'trading.show_line')}
        onClick={() => onChange({ kind: kind === 'line' ? 'candles' : 'line' })}
      >
        {kind === 'line' ? <ChartCandlestick size={18} aria-hidden /> : <ChartLine size={18} aria-hidden />}
      </IconButton>
      {drawing !== undefined && (
        <IconButton
          label={t('trading.draw')}
          aria-pressed={drawing.isOpen}
          onClick={drawing.onToggle}
          className={cx(drawing.isOpen && 'bg-accent-soft text-accent-ink')}
        >
          <PencilLine size={18} aria-hidden />
        </IconButton>
      )}
      <Menu
        label={t('trading.indicators')}
        trigger={
          <Button tone="subtle" size="icon" aria-label={t('trading.indicators')}>
            <Activity size={18} className="text-muted" aria-hidden />
          </Button>
        }
        groups={[
          {
            id: 'indicators',
            title: t('trading.indicators'),
            entries: indicators.map((name) => ({
              id: name,
              label: t(`trading.indicator_${name}_long`),
              isChosen: settings.indicators.includes(name),
              onAction: () => onChange({ indicators: toggleMember(settings.indicators, name) }),
            })),
          },
        ]}
      />
    </div>
  )
}

import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartLine from 'lucide-react/icons/chart-line'
import PencilLine from 'lucide-react/icons/pencil-line'
import type { MarketSymbol } from '@tradefront/contract/trading'
import type { ChartSettings } from '@tradefront/rules/charts/layouts'
import { candleSeconds, type CandleSeconds } from '@tradefront/rules/trading/candles'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { TriggerButton } from '../../../ui/buttons/trigger-button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import { cx } from '../../../ui/styles/cx.ts'
import { IndicatorsButton } from '../indicators/indicators-button.tsx'
import { AlertsButton } from '../price-alerts/alerts-button.tsx'

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
  /** State of the button that shows the drawing tools. */
  readonly drawing?: { readonly isOpen: boolean; readonly onToggle: () => void }
  /** Symbol of the button of price alerts. */
  readonly alertSymbol?: MarketSymbol
  /** True if saved layouts are in the list of indicators. */
  readonly hasLayouts?: boolean
}) {
  const { settings, onChange, drawing, alertSymbol, hasLayouts = false } = props
  const t = useTranslate()
  const format = useFormat()
  const { seconds, kind } = settings
  // Without room for it, the button of the kind is in the list of indicators.
  const isNarrow = useMediaQuery('(width < 30rem)')
  const getFrameName = (each: CandleSeconds): string => t(`trading.frame_${frameNames[each]}`)
  return (
    <div className="flex min-w-0 items-center gap-1 max-sm:gap-0 landscape-phone:gap-0">
      <div role="group" aria-label={t('trading.frames')} className="hidden flex-wrap justify-end @2xl:flex">
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
            <TriggerButton tone="subtle" size="narrow" aria-label={`${getFrameName(seconds)}, ${t('trading.frames')}`}>
              <span className="text-muted">{getFrameName(seconds)}</span>
            </TriggerButton>
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
      {!isNarrow && (
        <IconButton
          label={t(kind === 'line' ? 'trading.show_candles' : 'trading.show_line')}
          onClick={() => onChange({ kind: kind === 'line' ? 'candles' : 'line' })}
        >
          {kind === 'line' ? <ChartCandlestick size={18} aria-hidden /> : <ChartLine size={18} aria-hidden />}
        </IconButton>
      )}
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
      {alertSymbol !== undefined && <AlertsButton symbol={alertSymbol} />}
      <IndicatorsButton
        choices={settings.indicators}
        onChange={(indicators) => onChange({ indicators })}
        kind={isNarrow ? kind : null}
        onKind={(next) => onChange({ kind: next })}
        hasLayouts={hasLayouts}
      />
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import type { Signal } from '@tradefront/contract/domain/signals'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import X from 'lucide-react/icons/x'

import { isPlatformEmbedded } from '../../platform/embedded-platform.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { ServerFragment } from '../../platform/server-content/server-fragment.tsx'
import { paths } from '../../routes/paths.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { toChartSearch } from './chart-link.ts'
import { describeRule } from './describe-rule.ts'
import { DirectionArrow } from './direction-arrow.tsx'

type LineProps = { readonly signal: Signal; readonly onClose: () => void }

/** A signal in a few quiet lines, below the buttons of the ticket. */
export function SignalLine({ signal, onClose }: LineProps) {
  const t = useTranslate()
  const format = useFormat()
  const { symbol, direction, price, digits } = signal
  const label = getSymbolLabel(symbol, t)
  return (
    <ServerFragment page="signals" title={t('signals.title')}>
      {({ title, body }) => (
        <section aria-label={title} className="flex animate-appear flex-col gap-1 text-13 text-muted">
          <div className="flex items-center justify-between gap-x-2">
            <p className="flex flex-wrap items-center gap-x-2 font-medium text-ink">
              <span>{title}</span>
              <DirectionArrow direction={direction} />
              <span>{label}</span>
              <span className="tabular" dir="ltr">
                {format.price(price, digits)}
              </span>
            </p>
            <IconButton label={t('shell.close')} onClick={onClose} className="-me-2">
              <X size={16} aria-hidden />
            </IconButton>
          </div>
          <p className="sr-only">{describeRule(signal, t)}</p>
          {body}
          <p className="flex flex-wrap gap-x-4">
            {!isPlatformEmbedded() && (
              <Link
                to={paths.home()}
                search={toChartSearch(signal)}
                aria-label={`${t('signals.open_chart')}, ${label}`}
                className="target flex items-center text-accent-ink hover:underline"
              >
                {t('signals.open_chart')}
              </Link>
            )}
            <Link to={paths.show('signals')} className="target flex items-center text-accent-ink hover:underline">
              {t('signals.all')}
            </Link>
          </p>
        </section>
      )}
    </ServerFragment>
  )
}

/** A signal on a phone, which has no room for its line. A press shows the averages on the chart and removes the signal. */
export function SignalChip({ signal, onClose }: LineProps) {
  const t = useTranslate()
  const format = useFormat()
  const { symbol, direction, price, digits } = signal
  const facts = `${getSymbolLabel(symbol, t)}, ${t(`signals.${direction}`)}, ${format.price(price, digits)}`
  return (
    <Link
      to={paths.home()}
      search={toChartSearch(signal)}
      onClick={onClose}
      className="target flex shrink-0 animate-appear items-center px-1 text-13 whitespace-nowrap text-muted"
    >
      <DirectionArrow direction={direction} hasText={false} />
      {t('signals.title')}
      <span className="sr-only">
        : {facts}. {describeRule(signal, t)} {t('signals.open_chart')}
      </span>
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import type { Signal } from '@tradefront/contract/domain/signals'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { isPlatformEmbedded } from '../../platform/embedded-platform.ts'
import { useUser } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { ServerFragment } from '../../platform/server-content/server-fragment.tsx'
import { paths } from '../../routes/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { toChartSearch } from './chart-link.ts'
import { describeRule } from './describe-rule.ts'
import { DirectionArrow } from './direction-arrow.tsx'
import { shownSignals } from './shown-signals.ts'

/** Spec: funding 9. */
const shownSeconds = 60

/**
 * New signals, in the corner of the chart below its tools, and never larger than the chart. On a phone each is one line over the chart, and the rest is for
 * screen readers. It does not take the focus, and closes by itself. An example is shown in the corner of the screen.
 */
export function SignalPopup(props: {
  readonly signals: readonly Signal[]
  readonly isExample?: boolean
  readonly onClose: () => void
}) {
  const t = useTranslate()
  const { signals, isExample = false, onClose } = props
  const { userId } = useUser()
  const left = useCountdown(onClose)
  useEffect(() => {
    const noteIfSeen = (): void => {
      const ids = signals.map(({ id }) => id)
      if (document.visibilityState === 'visible') shownSignals.note(userId, ids, serverNow())
    }
    noteIfSeen()
    document.addEventListener('visibilitychange', noteIfSeen)
    return () => document.removeEventListener('visibilitychange', noteIfSeen)
  }, [signals, userId])
  useEscape(onClose)
  return (
    <ServerFragment page="signals" title={t('signals.title')}>
      {({ title, body }) => (
        <section
          aria-label={title}
          className={cx(
            'inset-x-2 z-30 flex animate-rise flex-col rounded-card border border-line bg-float shadow-raised sm:inset-x-auto sm:start-4 lg:w-96 lg:gap-2 lg:p-4',
            isExample
              ? 'fixed top-20 sm:top-auto sm:bottom-4'
              : 'absolute top-12 max-h-[calc(100%-4rem)] overflow-y-auto lg:top-14',
          )}
        >
          <div className="flex items-center justify-between gap-3 max-lg:contents">
            <h2 className="text-17 font-semibold max-lg:sr-only">{title}</h2>
            <span className="ms-auto text-13 text-muted tabular max-lg:hidden">
              <span aria-hidden>{t('signals.closes_in', { count: left })}</span>
            </span>
            <Button
              tone="plain"
              size="icon"
              onPress={onClose}
              aria-label={t('shell.close')}
              className="max-lg:absolute max-lg:end-0 max-lg:top-0 lg:-me-2 lg:-my-2"
            >
              <X size={18} aria-hidden />
            </Button>
          </div>
          <span aria-hidden className="h-0.5 overflow-hidden rounded-full bg-line">
            <Remaining part={left / shownSeconds} />
          </span>
          <div role="status">
            <ul className="flex flex-col lg:gap-3">
              {signals.map((signal) => (
                <SignalItem key={signal.id} signal={signal} isExample={isExample} onClose={onClose} />
              ))}
            </ul>
          </div>
          <div className="text-13 text-muted max-lg:sr-only">{body}</div>
          <Link
            to={paths.show('signals')}
            onClick={onClose}
            className="target flex items-center self-start text-13 text-accent-ink hover:underline max-lg:hidden"
          >
            {t('signals.all')}
          </Link>
        </section>
      )}
    </ServerFragment>
  )
}

function SignalItem(props: { readonly signal: Signal; readonly isExample: boolean; readonly onClose: () => void }) {
  const t = useTranslate()
  const format = useFormat()
  const { signal, isExample, onClose } = props
  const { symbol, direction } = signal
  const label = getSymbolLabel(symbol, t)
  return (
    <li className="flex items-center gap-3 ps-3 pe-12 lg:flex-col lg:items-stretch lg:gap-0.5 lg:p-0">
      <div className="flex items-center gap-x-2 font-medium max-lg:text-13 lg:flex-wrap">
        <DirectionArrow direction={direction} />
        <span>{label}</span>
        <span className="tabular" dir="ltr">
          {format.price(signal.price, signal.digits)}
        </span>
        <span className="text-13 font-normal text-muted max-lg:sr-only">{format.time(signal.atMs)}</span>
      </div>
      <p className={cx('text-13 text-muted', !isExample && 'max-lg:sr-only')}>
        {isExample && t('signals.example_note')} <span className="max-lg:sr-only">{describeRule(signal, t)}</span>
      </p>
      {!isPlatformEmbedded() && (
        <Link
          to={paths.home()}
          search={toChartSearch(signal)}
          aria-label={`${t('signals.open_chart')}, ${label}`}
          onClick={onClose}
          className="target ms-auto flex items-center self-start text-13 font-medium whitespace-nowrap text-accent-ink hover:underline lg:ms-0"
        >
          {t('signals.open_chart')}
        </Link>
      )}
    </li>
  )
}

/** A picture, because a width in percent would be an inline style, which the page's policy forbids. */
function Remaining({ part }: { readonly part: number }) {
  return (
    <svg className="block h-full w-full text-accent rtl:-scale-x-100" viewBox="0 0 100 1" preserveAspectRatio="none">
      <rect width={100 * part} height="1" fill="currentColor" />
    </svg>
  )
}

/** Seconds left, which pass only while the tab is looked at. By the device's uptime: a countdown has no date. */
function useCountdown(onEnd: () => void): number {
  const [left, setLeft] = useState(shownSeconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    let lastMs = performance.now()
    let leftMs = shownSeconds * 1000
    const timer = setInterval(() => {
      const nowMs = performance.now()
      if (document.visibilityState === 'visible') leftMs -= nowMs - lastMs
      lastMs = nowMs
      const seconds = Math.ceil(leftMs / 1000)
      if (seconds <= 0) end()
      else setLeft(seconds)
    }, 1000)
    return () => clearInterval(timer)
  }, [])
  return left
}

/** Unless something over the page closes by it. */
function useEscape(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('[role$=dialog], [role=listbox], [role=menu]') === null) close()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

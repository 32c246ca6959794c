import { generateSampleFeed, createSeededRandom, type SampleRow } from '@tradefront/rules/landing/sample-feed'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'
import { FlagIcon } from '../../ui/brand/flag-icon.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Money } from '../../ui/money/money.tsx'
import { useRotation } from '../../ui/hooks/use-rotation.ts'

/** Rows of the feed. They are the same for every visitor, because the page is prerendered. */
const rows = generateSampleFeed(createSeededRandom(20_261_121))
const advanceMs = 4000

/** Decorative feed of 30 made-up rows, labelled as a sample (spec: account 3, 9). */
export function SampleFeed() {
  const t = useTranslate()
  const rotation = useRotation(rows.length, advanceMs)
  const names = t('landing.feed_names').split(',')
  const ordered = rows.map((_row, place) => rows[(place - rotation.index + rows.length) % rows.length])
  return (
    <div {...rotation.pauseProps} className="flex flex-col rounded-card border border-line bg-surface">
      <div className="flex items-center justify-between gap-3 border-b border-line py-1.5 ps-5 pe-2">
        <p className="rounded-full bg-warn-soft px-3 py-1 text-13 font-medium text-warn">{t('landing.feed_sample')}</p>
        <IconButton label={rotation.isPlaying ? t('landing.pause') : t('landing.play')} {...rotation.toggleProps}>
          {rotation.isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
        </IconButton>
      </div>
      <ul
        aria-label={t('landing.feed_list')}
        // The stop lets keyboard users scroll the list.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="flex h-64 flex-col overflow-y-auto overscroll-contain rounded-b-card focus-visible:-outline-offset-2"
      >
        {ordered.map(
          (row, place) =>
            row && <FeedRow key={row.id} row={row} names={names} isNew={place === 0 && rotation.index > 0} />,
        )}
      </ul>
    </div>
  )
}

function FeedRow(props: { readonly row: SampleRow; readonly names: readonly string[]; readonly isNew: boolean }) {
  const t = useTranslate()
  const { nameIndex, flag, profit, direction } = props.row
  const isProfit = direction === 'Profit'
  const Trend = isProfit ? TrendingUp : TrendingDown
  return (
    <li
      className={cx(
        'flex items-center gap-3 border-b border-line px-5 py-3 last:border-b-0',
        props.isNew && 'animate-rise',
      )}
    >
      <FlagIcon country={flag} />
      <span className="min-w-0 flex-1">{props.names[nameIndex % props.names.length]}</span>
      <span className={cx('flex items-center gap-1.5 text-13', isProfit ? 'text-up' : 'text-down')}>
        <Trend size={16} className="rtl:-scale-x-100" aria-hidden />
        {isProfit ? t('landing.feed_profit') : t('landing.feed_loss')}
      </span>
      <Money amount={profit} currency="USD" isWhole isSigned className="w-16 text-end font-medium" />
    </li>
  )
}

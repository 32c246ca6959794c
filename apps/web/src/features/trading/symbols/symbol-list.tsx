import type { MarketSymbol } from '@tradefront/contract/trading'
import { symbolKinds, type SymbolKind } from '@tradefront/rules/trading/symbols'
import Star from 'lucide-react/icons/star'
import { useId, useRef, useState } from 'react'

import { useByServerSecond } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Sparkline } from '../../../ui/charts/sparkline.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { isMarketOpen, useIsOpen, useMarket } from '../use-market.ts'
import { updateWorkspace, useWorkspace } from '../workspace/workspace-store.ts'
import { toggleMember } from '../workspace/workspace.ts'
import { DayChange } from '../quotes/day-change.tsx'
import { useLatestPrices } from '../quotes/use-latest-prices.ts'
import { filterSymbols } from './filter-symbols.ts'
import { moveFocusInRows } from './move-focus.ts'
import { SymbolStatus } from './symbol-status.tsx'
import { useCommands } from './use-commands.tsx'

/**
 * Symbols and, if a text is typed, commands. Enter takes the first of them, the arrow keys move through them.
 * @param props.onClose called after a command
 */
export function SymbolList(props: {
  readonly value: string
  readonly isReplay: boolean
  readonly onChange: (symbol: string) => void
  readonly onClose: () => void
}) {
  const { value, isReplay, onChange, onClose } = props
  const t = useTranslate()
  const { symbols } = useMarket()
  const { favourites, recentSymbols } = useWorkspace()
  const [typed, setTyped] = useState('')
  const [kind, setKind] = useState<SymbolKind | 'all'>('all')
  const prices = useLatestPrices(!isReplay)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const getKeywords = (symbol: MarketSymbol): string => t(`trading.kind_${symbol.kind}`)
  const isOpen = useIsOpen()
  const found = filterSymbols(symbols, { typed, kind, favourites, isOpen, getKeywords })
  const recent = recentSymbols.flatMap((name) => symbols.filter((symbol) => symbol.name === name && name !== value))
  const commands = useCommands(typed, !isReplay)
  const run = (command: (typeof commands)[number]): void => {
    onClose()
    command.onAction()
  }
  return (
    // These are the keys of the rows and of the field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      onKeyDown={(event) => moveFocusInRows(event, box.current, () => box.current?.querySelector('input')?.focus())}
      className="flex max-h-[min(32rem,70dvh)] min-h-0 flex-col gap-2 p-3"
    >
      <form
        className="shrink-0"
        onSubmit={(event) => {
          event.preventDefault()
          if (found[0] !== undefined) onChange(found[0].name)
          else if (commands[0] !== undefined) run(commands[0])
        }}
      >
        <TextField
          label={t('trading.symbol_search')}
          value={typed}
          onChange={setTyped}
          hasAutoFocus
          autoComplete="off"
          spellCheck={false}
        />
      </form>
      <div role="group" aria-label={t('trading.kinds')} className="flex shrink-0 gap-1 overflow-x-auto">
        {(['all', ...symbolKinds] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
            className={cx(
              'h-8 shrink-0 cursor-pointer rounded-field px-2.5 text-13 transition-colors pointer-coarse:h-11',
              each === kind ? 'bg-accent-soft text-ink' : 'text-muted hover:text-ink',
            )}
          >
            {t(`trading.kind_${each}`)}
          </button>
        ))}
      </div>
      {typed === '' && recent.length > 0 && (
        <div role="group" aria-labelledby={`${id}-recent`} className="flex shrink-0 items-center gap-1 overflow-x-auto">
          <span id={`${id}-recent`} className="px-2 text-13 text-muted">
            {t('trading.recent_symbols')}
          </span>
          {recent.map(({ name, label }) => (
            <button
              key={name}
              type="button"
              data-row={name}
              onClick={() => onChange(name)}
              className="h-8 shrink-0 cursor-pointer rounded-field bg-raised px-2.5 text-13 transition-colors hover:bg-accent-soft pointer-coarse:h-11"
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {found.length === 0 && commands.length === 0 && (
        <p className="px-2 py-3 text-muted">{t('trading.symbol_none')}</p>
      )}
      <ul aria-label={t('trading.symbols')} className="min-h-0 overflow-y-auto empty:hidden">
        {found.map((symbol) => (
          <SymbolRow
            key={symbol.name}
            symbol={symbol}
            price={prices.getPrice(symbol.name)}
            day={prices.getDay(symbol.name)}
            isCurrent={symbol.name === value}
            onChoose={() => onChange(symbol.name)}
          />
        ))}
      </ul>
      {commands.length > 0 && (
        <ul
          aria-label={t('trading.commands')}
          className={cx('max-h-44 overflow-y-auto', found.length > 0 && 'shrink-0 border-t border-line pt-2')}
        >
          {commands.map((command) => (
            <li key={command.id}>
              <button
                type="button"
                data-row={command.id}
                onClick={() => run(command)}
                className="target flex w-full cursor-pointer items-center gap-3 rounded-field px-2.5 text-start hover:bg-raised"
              >
                <span className="text-muted">{command.icon}</span>
                {command.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function SymbolRow(props: {
  readonly symbol: MarketSymbol
  readonly price: number | null
  readonly day: readonly number[]
  readonly isCurrent: boolean
  readonly onChoose: () => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { favourites } = useWorkspace()
  const { symbol, price, day, isCurrent, onChoose } = props
  const { name, label, digits } = symbol
  const isFavourite = favourites.includes(name)
  const isOpen = useByServerSecond((nowMs) => isMarketOpen(symbol, nowMs))
  const toggle = (): void =>
    updateWorkspace((before) => ({ ...before, favourites: toggleMember(before.favourites, name) }))
  return (
    <li className={cx('flex items-center rounded-field', isCurrent && 'bg-accent-soft')}>
      <IconButton
        label={t(isFavourite ? 'trading.favourite_remove' : 'trading.favourite_add', { symbol: label })}
        aria-pressed={isFavourite}
        onClick={toggle}
      >
        <Star size={16} className={cx(isFavourite && 'fill-current text-warn')} aria-hidden />
      </IconButton>
      <button
        type="button"
        data-row={name}
        aria-current={isCurrent}
        onClick={onChoose}
        className="target flex min-w-0 flex-1 cursor-pointer items-center justify-between gap-3 rounded-field px-2 py-1 text-start hover:bg-raised"
      >
        <span className="flex min-w-0 flex-col">
          <span className={cx('truncate font-medium', !isOpen && 'text-muted')}>{label}</span>
          <SymbolStatus symbol={symbol} />
        </span>
        {isOpen && price !== null && <Sparkline values={[...day, price]} className="ms-auto h-5 w-14 shrink-0" />}
        {price !== null && (
          <span className="flex min-w-20 flex-col items-end tabular">
            <bdi dir="ltr" className={cx(!isOpen && 'text-muted')}>
              {format.price(price, digits)}
            </bdi>
            <DayChange symbol={symbol} price={price} />
          </span>
        )}
      </button>
    </li>
  )
}

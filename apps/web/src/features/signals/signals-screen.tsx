import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { HitRate, PastSignal, Signal, SignalResult } from '@tradefront/contract/domain/signals'
import { signalMinutes } from '@tradefront/rules/signals/outcome'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import { symbols } from '@tradefront/rules/trading/symbols'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { getPastSignalsQuery, loadExample } from './api.ts'
import { toChartSearch } from './chart-link.ts'
import { describeRule } from './describe-rule.ts'
import { DirectionArrow } from './direction-arrow.tsx'
import { SignalLine } from './signal-line.tsx'

/**
 * Past signals, how many were right, and how each one ended.
 * @param intro a text of the operator
 */
export function SignalsScreen({ intro }: { readonly intro: ReactNode }) {
  const t = useTranslate()
  const [symbol, setSymbol] = useState('')
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6">
      <div className="flex flex-col gap-2">
        <ScreenTitle>{t('profile.signals')}</ScreenTitle>
        <div className="text-muted">{intro}</div>
        <Example />
      </div>
      <PastSignals
        key={symbol}
        symbol={symbol}
        filter={
          <Select
            label={t('signals.symbol')}
            className="w-full sm:w-56"
            value={symbol === '' ? 'all' : symbol}
            options={[
              { id: 'all', label: t('signals.all_symbols') },
              ...symbols.map(({ name }) => ({ id: name, label: getSymbolLabel(name, t) })),
            ]}
            onChange={(id) => setSymbol(id === 'all' ? '' : id)}
          />
        }
      />
    </div>
  )
}

/** Shows an example as signals appear on the trading screen. */
function Example() {
  const t = useTranslate()
  const [example, setExample] = useState<Signal | null>(null)
  const load = useTaskMutation(loadExample, {
    onSuccess: (loaded) => {
      setExample(loaded)
      if (loaded === null) showToast({ tone: 'info', text: t('signals.no_example') })
    },
    onError: (error) => showToast({ tone: 'danger', text: toErrorText(error) }),
  })
  return (
    <>
      <Button isPending={load.isPending} onPress={() => load.mutate()} className="self-start">
        {t('signals.example')}
      </Button>
      <div role="status" className="empty:hidden">
        {example !== null && (
          <div className="flex max-w-prose flex-col gap-2 rounded-card border border-line bg-surface px-4 py-3">
            <p className="text-13 text-muted">{t('signals.example_note')}</p>
            <SignalLine signal={example} onClose={() => setExample(null)} />
          </div>
        )}
      </div>
    </>
  )
}

function PastSignals({ symbol, filter }: { readonly symbol: string; readonly filter: ReactNode }) {
  const t = useTranslate()
  const query = useInfiniteQuery(getPastSignalsQuery(symbol, useLocaleTag()))
  const { data } = query
  return (
    <>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-end sm:justify-between">
        {filter}
        {data !== undefined && data.signals.length > 0 && <HitRates hits={data.hits} />}
      </div>
      <QueryView
        query={query}
        name={t('profile.signals')}
        skeleton={<RowsSkeleton count={5} className="h-14" />}
        isEmpty={({ signals }) => signals.length === 0}
        empty={<EmptyState title={t('signals.none')}>{t('signals.none_text')}</EmptyState>}
      >
        {({ signals }) => <SignalTable signals={signals} />}
      </QueryView>
    </>
  )
}

function HitRates({ hits }: { readonly hits: readonly HitRate[] }) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {hits.map(({ minutes, right, decided }) => (
        <div key={minutes} className="flex flex-col sm:items-end">
          <dt className="text-13 text-muted">{t('signals.right_after', { minutes })}</dt>
          <dd className="text-17 font-semibold tabular">
            {decided === 0 ? '–' : format.percent(right / decided)}{' '}
            <span className="text-13 font-normal text-muted">{t('signals.of', { right, decided })}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Signals in a table on a wide screen, and as cards on a phone. */
function SignalTable({ signals }: { readonly signals: readonly PastSignal[] }) {
  const t = useTranslate()
  return (
    <table className="w-full max-sm:block">
      <caption className="sr-only">{t('signals.table')}</caption>
      <thead className="text-13 text-muted max-sm:sr-only">
        <tr className="*:border-b *:border-line *:px-2 *:pb-2 *:text-start *:font-medium">
          <th scope="col">{t('signals.time')}</th>
          <th scope="col">{t('signals.signal')}</th>
          {signalMinutes.map((minutes) => (
            <th key={minutes} scope="col" className="text-end!">
              {t('signals.after', { minutes })}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{t('signals.open_chart')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {signals.map((signal) => (
          <SignalRow key={signal.id} signal={signal} />
        ))}
      </tbody>
    </table>
  )
}

function SignalRow({ signal }: { readonly signal: PastSignal }) {
  const t = useTranslate()
  const format = useFormat()
  const { symbol, direction, atMs, price, digits, results } = signal
  const label = getSymbolLabel(symbol, t)
  return (
    <tr className="border-b border-line align-top *:px-2 *:py-3 max-sm:grid max-sm:grid-cols-2 max-sm:py-2 max-sm:*:px-0 max-sm:*:py-1">
      <td className="text-13 whitespace-nowrap text-muted tabular">
        <time dateTime={new Date(atMs).toISOString()}>
          {format.shortDay(atMs)}, {format.time(atMs)}
        </time>
      </td>
      <td className="max-sm:col-span-2 max-sm:row-start-2">
        <div className="flex flex-wrap items-center gap-x-2 font-medium">
          <DirectionArrow direction={direction} />
          {label}
          <span className="tabular" dir="ltr">
            {format.price(price, digits)}
          </span>
        </div>
        <p className="text-13 text-muted">{describeRule(signal, t)}</p>
      </td>
      {results.map((result) => (
        <td key={result.minutes} className="min-w-0 text-end max-sm:row-start-3 max-sm:text-start sm:whitespace-nowrap">
          <span className="block text-13 text-muted sm:hidden">{t('signals.after', { minutes: result.minutes })}</span>
          <Result result={result} price={price} />
        </td>
      ))}
      <td className="text-end max-sm:col-start-2 max-sm:row-start-1">
        <Link
          to={paths.home()}
          search={toChartSearch(signal)}
          aria-label={`${t('signals.open_chart')}, ${label}`}
          className="target inline-flex items-center text-13 whitespace-nowrap text-accent-ink hover:underline"
        >
          {t('signals.open_chart')}
        </Link>
      </td>
    </tr>
  )
}

const tones = {
  right: 'text-up',
  wrong: 'text-down',
  even: 'text-muted',
  no_price: 'text-muted',
  pending: 'text-faint',
}

function Result({ result, price }: { readonly result: SignalResult; readonly price: number }) {
  const t = useTranslate()
  const format = useFormat()
  const { outcome } = result
  const Icon = outcome === 'right' ? Check : outcome === 'wrong' ? X : null
  return (
    <span className={cx('inline-flex items-center gap-x-1 font-medium max-sm:flex-wrap', tones[outcome])}>
      {Icon !== null && <Icon size={16} strokeWidth={2.5} aria-hidden />}
      {t(`signals.outcome_${outcome}`)}
      {result.price !== null && (
        <span className="text-13 font-normal tabular" dir="ltr">
          {format.change(price, result.price)}
        </span>
      )}
    </span>
  )
}

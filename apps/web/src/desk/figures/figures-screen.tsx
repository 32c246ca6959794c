import { useQuery } from '@tanstack/react-query'
import {
  type DayFigures,
  type Exposure,
  type figureDays,
  type ProcessorFigures,
  type SymbolFigures,
} from '@tradefront/contract/desk-figures'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import type { TextKey } from '@tradefront/texts/keys'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { type DeskColumn, DeskTable } from '../desk-table.tsx'
import { figuresQuery } from './api.ts'
import { DayBars } from './day-bars.tsx'
import { PeriodFields } from './period-fields.tsx'

type Figure = Exclude<keyof DayFigures, 'day'> | 'net'

/** Figures in the order of the page and of the table. */
const figures = [
  { id: 'paidIn', text: 'figures.paid_in', isMoney: true },
  { id: 'paidOut', text: 'figures.paid_out', isMoney: true },
  { id: 'net', text: 'figures.net', isMoney: true },
  { id: 'houseResult', text: 'figures.house_result', isMoney: true },
  { id: 'registrations', text: 'figures.registrations', isMoney: false },
  { id: 'firstDeposits', text: 'figures.first_deposits', isMoney: false },
  { id: 'trades', text: 'figures.trades', isMoney: false },
  { id: 'stakes', text: 'figures.stakes', isMoney: true },
  { id: 'fees', text: 'figures.fees', isMoney: true },
  { id: 'given', text: 'figures.given', isMoney: true },
  { id: 'takenBack', text: 'figures.taken_back', isMoney: true },
] as const satisfies readonly { id: Figure; text: TextKey; isMoney: boolean }[]

const readFigure = (day: DayFigures, id: Figure): number => (id === 'net' ? day.paidIn - day.paidOut : day[id])
const sumFigure = (days: readonly DayFigures[], id: Figure): number =>
  days.reduce((sum, day) => sum + readFigure(day, id), 0)

/** Figures of days up to today: money that came in and left, and the result of the house. */
export function FiguresScreen() {
  const t = useTranslate()
  const [currency, setCurrency] = useState<Currency>(baseCurrency)
  const [days, setDays] = useState<(typeof figureDays)[number]>(7)
  const query = useQuery(figuresQuery(currency, days))
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle lead={t('figures.lead')} aside={<PeriodFields {...{ currency, days, setCurrency, setDays }} />}>
        {t('figures.title')}
      </ScreenTitle>
      <QueryView query={query} name={t('figures.title')} skeleton={<Skeleton className="h-96" />}>
        {(found) => (
          <>
            <Totals days={found.days} before={found.before} currency={currency} />
            {days > 1 && <DayByDay days={found.days} currency={currency} />}
            <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-2">
              <Symbols rows={found.symbols} currency={currency} />
              <div className="flex min-w-0 flex-col gap-8">
                <Processors rows={found.processors} />
                <Exposures rows={found.exposures} />
              </div>
            </div>
          </>
        )}
      </QueryView>
    </div>
  )
}

type CurrencyDays = { readonly days: readonly DayFigures[]; readonly currency: Currency }

function useMoney(currency: Currency) {
  const format = useFormat()
  return (minor: number) => format.money(fromMinor(minor, currency), currency)
}

function Totals({ days, before, currency }: CurrencyDays & { readonly before: readonly DayFigures[] }) {
  const t = useTranslate()
  const format = useFormat()
  const money = useMoney(currency)
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      {figures.map(({ id, text, isMoney }, index) => {
        const write = isMoney ? money : format.number
        const value = sumFigure(days, id)
        return (
          <div
            key={id}
            className={cx(
              'flex flex-col gap-1 bg-surface p-4',
              // The last row must have no empty place.
              index === figures.length - 1 && 'max-lg:col-span-2 lg:col-span-2',
            )}
          >
            <dt className="text-13 text-muted">{t(text)}</dt>
            <dd className={cx('font-semibold tabular', index < 4 ? 'text-21' : 'text-17', value < 0 && 'text-down')}>
              {write(value)}
            </dd>
            <dd className="text-13 text-muted tabular">
              {t('figures.before', { value: write(sumFigure(before, id)) })}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function DayByDay({ days, currency }: CurrencyDays) {
  const t = useTranslate()
  const format = useFormat()
  const money = useMoney(currency)
  const writeDay = ({ day }: DayFigures) => format.shortDay(toNoon(day))
  return (
    <>
      <Card className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-4 text-13">
          <Key className="bg-accent" text={t('figures.paid_in')} />
          <Key className="bg-warn" text={t('figures.paid_out')} />
        </div>
        <DayBars
          label={t('figures.picture', { currency })}
          tableId="days"
          writeValue={(minor) => format.money(fromMinor(minor, currency), currency, { isWhole: true })}
          days={days.map((day) => ({
            id: day.day,
            up: day.paidIn,
            down: day.paidOut,
            text: `${writeDay(day)}: ${t('figures.paid_in')} ${money(day.paidIn)}, ${t('figures.paid_out')} ${money(day.paidOut)}`,
          }))}
        />
        <p className="flex justify-between text-13 text-muted tabular" aria-hidden>
          {[days[0], days.at(-1)].map((day) => day && <span key={day.day}>{writeDay(day)}</span>)}
        </p>
      </Card>
      <DeskTable
        id="days"
        title={t('figures.by_day')}
        columns={[
          {
            id: 'day',
            title: t('figures.day'),
            render: (day) => format.day(toNoon(day.day)),
            toCell: ({ day }) => day,
          },
          ...figures.map(({ id, text, isMoney }): DeskColumn<DayFigures> => ({
            id,
            title: t(text),
            isNumeric: true,
            render: (day) => (isMoney ? money : format.number)(readFigure(day, id)),
            toCell: (day) => (isMoney ? fromMinor(readFigure(day, id), currency) : readFigure(day, id)),
          })),
        ]}
        rows={days.toReversed()}
        toKey={({ day }) => day}
        emptyText=""
      />
    </>
  )
}

/** Returns noon of a day in the browser's time zone, so that each zone writes the same day. */
const toNoon = (day: string): number => new Date(`${day}T12:00:00`).getTime()

function Key({ className, text }: { readonly className: string; readonly text: string }) {
  return (
    <span className="flex items-center gap-2 text-muted">
      <span className={cx('size-3 rounded-[3px]', className)} aria-hidden />
      {text}
    </span>
  )
}

function Symbols({ rows, currency }: { readonly rows: readonly SymbolFigures[]; readonly currency: Currency }) {
  const t = useTranslate()
  const format = useFormat()
  const money = useMoney(currency)
  return (
    <DeskTable
      id="symbols"
      title={t('figures.symbols')}
      columns={[
        { id: 'symbol', title: t('figures.symbol'), render: ({ symbol }) => symbol, toCell: ({ symbol }) => symbol },
        {
          id: 'trades',
          title: t('figures.trades'),
          isNumeric: true,
          render: ({ trades }) => format.number(trades),
          toCell: ({ trades }) => trades,
        },
        {
          id: 'stakes',
          title: t('figures.stakes'),
          isNumeric: true,
          render: ({ stakes }) => money(stakes),
          toCell: ({ stakes }) => fromMinor(stakes, currency),
        },
        {
          id: 'result',
          title: t('figures.result'),
          isNumeric: true,
          render: ({ houseResult }) => <span className={cx(houseResult < 0 && 'text-down')}>{money(houseResult)}</span>,
          toCell: ({ houseResult }) => fromMinor(houseResult, currency),
        },
      ]}
      rows={rows}
      toKey={({ symbol }) => symbol}
      emptyText={t('figures.no_trades')}
    />
  )
}

function Processors({ rows }: { readonly rows: readonly ProcessorFigures[] }) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <DeskTable
      id="processors"
      title={t('figures.processors')}
      columns={[
        { id: 'name', title: t('figures.processor'), render: ({ name }) => name, toCell: ({ name }) => name },
        {
          id: 'approved',
          title: t('figures.approved'),
          isNumeric: true,
          render: ({ approved, asked }) => (
            <>
              <span className="font-medium">{format.percent(approved / asked)}</span>{' '}
              <span className="text-muted">{t('figures.approved_of', { approved, asked })}</span>
            </>
          ),
          toCell: ({ approved, asked }) => approved / asked,
        },
        {
          id: 'median',
          title: t('figures.median'),
          isNumeric: true,
          render: ({ medianMs }) => (medianMs === null ? '–' : format.duration(Math.ceil(medianMs / 1000))),
          toCell: ({ medianMs }) => (medianMs === null ? null : medianMs / 1000),
        },
      ]}
      rows={rows}
      toKey={({ name }) => name}
      emptyText={t('figures.no_charges')}
    />
  )
}

function Exposures({ rows }: { readonly rows: readonly Exposure[] }) {
  const t = useTranslate()
  const format = useFormat()
  const money = useMoney(baseCurrency)
  return (
    <DeskTable
      id="exposures"
      title={t('figures.exposures')}
      lead={t('figures.exposures_lead')}
      columns={[
        {
          id: 'symbol',
          title: t('figures.symbol'),
          render: ({ symbol, atMs }) => (
            <>
              {symbol}{' '}
              <span className="text-13 text-muted">{t('figures.exposure_at', { time: format.time(atMs) })}</span>
            </>
          ),
          toCell: ({ symbol }) => symbol,
        },
        {
          id: 'loss',
          title: t('figures.loss'),
          isNumeric: true,
          render: ({ loss }) => money(loss),
          toCell: ({ loss }) => fromMinor(loss, baseCurrency),
        },
        {
          id: 'lossMax',
          title: t('figures.loss_max'),
          isNumeric: true,
          render: ({ lossMax }) => money(lossMax),
          toCell: ({ lossMax }) => fromMinor(lossMax, baseCurrency),
        },
      ]}
      rows={rows}
      toKey={({ symbol }) => symbol}
      emptyText={t('figures.no_exposures')}
    />
  )
}

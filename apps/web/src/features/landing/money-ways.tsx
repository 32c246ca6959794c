import { landingCalls, type MoneyWay } from '@tradefront/contract/landing'
import { useEffect, useState } from 'react'

import { request } from '../../platform/api/request.ts'
import { type Format, useFormat } from '../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { RowsSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'

const brands = {
  bitcoin: 'Bitcoin',
  eth: 'Ethereum',
  skrill: 'Skrill',
  neteller: 'Neteller',
  paypal: 'PayPal',
  perfect: 'Perfect Money',
  qiwi: 'QIWI',
  okpay: 'OKPAY',
  webmoney: 'WebMoney',
} as const
const hoursPerDay = 24
/** Number of rows of the skeleton: methods with the usual settings share about that many. */
const usualRows = 6

/** Ways to pay in and out, with times and fees of the settings. */
export function MoneyWays() {
  const t = useTranslate()
  const [attempt, setAttempt] = useState(0)
  const [ways, setWays] = useState<readonly MoneyWay[] | 'failed' | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const load = async (): Promise<void> => {
      const reply = await request(landingCalls.listMoneyWays, { signal: abort.signal }).catch(() => null)
      if (!abort.signal.aborted) setWays(reply?.ways ?? 'failed')
    }
    void load()
    return () => abort.abort()
  }, [attempt])
  const retry = (): void => {
    setWays(null)
    setAttempt(attempt + 1)
  }
  return (
    <section aria-labelledby="ways" className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h2 id="ways" className="scroll-mt-24 text-28 font-semibold">
          {t('landing.ways')}
        </h2>
        <p className="max-w-prose text-muted">{t('landing.ways_text')}</p>
      </div>
      {ways === null ? (
        <>
          <RowsSkeleton count={usualRows} className="h-32 sm:h-13" />
          <Skeleton className="h-5 max-w-sm" />
        </>
      ) : ways === 'failed' ? (
        <Banner tone="warn" action={<Button onPress={retry}>{t('shell.retry')}</Button>}>
          {t('landing.ways_failed')}
        </Banner>
      ) : (
        <WayTable ways={ways} />
      )}
    </section>
  )
}

function WayTable({ ways }: { readonly ways: readonly MoneyWay[] }) {
  const t = useTranslate()
  const format = useFormat()
  const returnPercent = Math.max(0, ...ways.map(({ withdrawal }) => withdrawal?.returnPercent ?? 0))
  return (
    <>
      <table className="w-full max-sm:block">
        <thead className="text-start text-13 text-muted max-sm:sr-only">
          <tr>
            {(['method', 'deposit', 'withdrawal', 'fee'] as const).map((column) => (
              <th key={column} scope="col" className="border-b border-line py-2 pe-6 text-start font-medium">
                {t(`landing.ways_${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {groupWays(ways, t, format).map(({ names, deposit, withdrawal, fee }) => (
            <tr
              key={names}
              className="max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:gap-x-4 max-sm:gap-y-1 max-sm:border-b max-sm:border-line max-sm:py-4"
            >
              <th
                scope="row"
                className="py-4 pe-6 text-start font-medium max-sm:col-span-2 max-sm:py-0 sm:border-b sm:border-line"
              >
                {names}
              </th>
              <Cell name={t('landing.ways_deposit')}>{deposit}</Cell>
              <Cell name={t('landing.ways_withdrawal')}>{withdrawal}</Cell>
              <Cell name={t('landing.ways_fee')}>{fee}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
      {returnPercent > 0 && (
        <p className="text-13 text-muted">
          {t('landing.ways_return', { fee: format.percent(returnPercent / 100, 1) })}
        </p>
      )}
    </>
  )
}

/** A value of the table. On a phone the table has no head, so the name of the column is beside the value. */
function Cell({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <td className="tabular max-sm:contents sm:border-b sm:border-line sm:py-4 sm:pe-6">
      <span aria-hidden className="text-13 text-muted sm:hidden">
        {name}
      </span>
      <span>{children}</span>
    </td>
  )
}

/** Methods with the same times and fees share a row. */
function groupWays(ways: readonly MoneyWay[], t: Translate, format: Format) {
  const rows = ways.map((way) => ({ name: getName(way.method, t), ...describeWay(way, t, format) }))
  const groups = Map.groupBy(rows, ({ deposit, withdrawal, fee }) => [deposit, withdrawal, fee].join('|'))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ ...first, names: format.list(group.map(({ name }) => name)) }]
  })
}

function getName(method: MoneyWay['method'], t: Translate): string {
  return method === 'card' || method === 'bank' || method === 'yandex' ? t(`landing.way_${method}`) : brands[method]
}

function describeWay({ deposit, withdrawal }: MoneyWay, t: Translate, format: Format) {
  const none = t('landing.ways_none')
  return {
    deposit: deposit === null ? none : describeDeposit(deposit.minutes, t),
    withdrawal: withdrawal === null ? none : describeHours(withdrawal.hours, t),
    fee: withdrawal === null ? '–' : describeFee(withdrawal, t, format),
  }
}

function describeDeposit(minutes: number | null, t: Translate): string {
  return minutes === null ? t('landing.ways_by_hand') : t('landing.ways_minutes', { count: minutes })
}

function describeHours(hours: number, t: Translate): string {
  return hours % hoursPerDay === 0
    ? t('landing.ways_days', { count: hours / hoursPerDay })
    : t('landing.ways_hours', { count: hours })
}

function describeFee(
  { feePercent, feeFixed }: NonNullable<MoneyWay['withdrawal']>,
  t: Translate,
  format: Format,
): string {
  const fee = format.percent(feePercent / 100, 1)
  const amount = format.money(feeFixed, 'USD')
  if (feePercent > 0 && feeFixed > 0) return t('landing.ways_both', { fee, amount })
  if (feePercent > 0) return fee
  return feeFixed > 0 ? amount : t('landing.ways_no_fee')
}

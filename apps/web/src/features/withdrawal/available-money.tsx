import { Link } from '@tanstack/react-router'
import type { WithdrawalMethodView } from '@tradefront/contract/withdrawal'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { Money } from '../../ui/money/money.tsx'
import { WageringProgress } from '../profile/wagering-progress.tsx'
import type { MethodList } from './api.ts'
import { describeHours } from './describe-method.ts'
import { GivenUpBonus } from './given-up-bonus.tsx'
import { PlaceName } from './place-name.tsx'

/** Three sentences: how much belongs to the trader, where it goes and when it arrives. Below them: what a withdrawal costs. */
export function AvailableMoney(props: { readonly data: MethodList; readonly selected: WithdrawalMethodView | null }) {
  const t = useTranslate()
  const { data, selected } = props
  const { currency, cash, freeBonus, givesUp, currentTurnover: done, needTurnover: needed } = data
  const money = (amount: number) => <Money amount={amount} currency={currency} className="font-medium text-ink" />
  return (
    <section aria-labelledby="withdrawable" className="flex flex-col gap-5">
      <div className="grid gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-3">
        <Sentence nameId="withdrawable" name={t('withdrawal.yours')}>
          <Money amount={cash + freeBonus} currency={currency} className="text-28 leading-9 font-semibold text-ink" />
          {freeBonus > 0 && (
            <span className="text-13">
              {t('profile.cash')} {money(cash)}, {t('withdrawal.free_bonus')} {money(freeBonus)}
            </span>
          )}
        </Sentence>
        <Sentence name={t('withdrawal.goes')}>
          <WhereItGoes data={data} />
        </Sentence>
        <Sentence name={t('withdrawal.fact_time')}>
          <WhenItArrives data={data} selected={selected} />
        </Sentence>
      </div>
      {data.caseName === 'four' && <DocumentsNotice />}
      {data.debt > 0 && <DebtNotice data={data} />}
      {givesUp > 0 && <GivenUpBonus amount={givesUp} currency={currency} />}
      {needed > 0 && <WageringProgress done={done} needed={needed} currency={currency} />}
      {data.untraded > 0 && <UntradedMoney data={data} />}
    </section>
  )
}

function Sentence(props: { readonly name: string; readonly nameId?: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 bg-surface p-4 sm:p-5">
      <h2 id={props.nameId} className="text-13 text-muted">
        {props.name}
      </h2>
      <p className="flex flex-col text-17 text-ink">{props.children}</p>
    </div>
  )
}

function WhereItGoes({ data }: { readonly data: MethodList }) {
  const t = useTranslate()
  const format = useFormat()
  const { currency, cash, untraded, methods, goesBack } = data
  const list = (names: readonly WithdrawalMethod[]): string =>
    format.list([...new Set(names)].map((method) => t(`withdrawal.method_${method}`)))
  if (untraded > 0 && goesBack.length > 0) {
    const places = list(goesBack.map(({ method }) => method))
    return untraded >= cash
      ? t('withdrawal.goes_back', { places })
      : t('withdrawal.goes_back_part', { places, amount: format.money(untraded, currency) })
  }
  const owed = methods.filter(({ owed: amount }) => amount > 0).map(({ method }) => method)
  return owed.length > 0 ? t('withdrawal.goes_first', { places: list(owed) }) : t('withdrawal.goes_anywhere')
}

function WhenItArrives(props: { readonly data: MethodList; readonly selected: WithdrawalMethodView | null }) {
  const t = useTranslate()
  if (props.data.caseName === 'four') return t('withdrawal.arrives_documents')
  if (props.selected === null) return t('withdrawal.no_methods')
  return t('withdrawal.time_after', { time: describeHours(props.selected.hours, t) })
}

function DebtNotice({ data: { debt, currency } }: { readonly data: MethodList }) {
  const t = useTranslate()
  const amount = useFormat().money(debt, currency)
  return (
    <Banner tone="danger" title={t('withdrawal.debt_title', { amount })}>
      {t('withdrawal.debt', { amount })}
    </Banner>
  )
}

/** Shows what must go back as it came, where to, and how much is left to trade. */
function UntradedMoney({ data }: { readonly data: MethodList }) {
  const t = useTranslate()
  const format = useFormat()
  const { currency, untraded, leftToTrade, goesBack: charges, methods } = data
  const money = (amount: number) => format.money(amount, currency)
  const usedMethods = methods.filter(({ method }) => charges.some((charge) => charge.method === method))
  const percent = Math.max(0, ...usedMethods.map((each) => each.returnPercent))
  const params = { turnover: money(leftToTrade), fee: format.percent(percent / 100, 2) }
  return (
    <details className="group rounded-card border border-line px-4">
      <summary className="target flex cursor-pointer items-center justify-between gap-3 py-2 font-medium [&::-webkit-details-marker]:hidden">
        {t('withdrawal.untraded_title', { amount: money(untraded) })}
        <ChevronDown size={16} aria-hidden className="shrink-0 text-muted transition-transform in-open:rotate-180" />
      </summary>
      <p className="max-w-prose pb-3 text-muted">
        {charges.length === 0 ? t('withdrawal.untraded_none', params) : t('withdrawal.untraded_text', params)}
      </p>
      <DescriptionList
        rows={charges.map((charge, index) => ({
          id: `charge-${index}`,
          name: <PlaceName {...charge} />,
          value: <Money amount={charge.amount} currency={currency} />,
        }))}
      />
    </details>
  )
}

function DocumentsNotice() {
  const t = useTranslate()
  return (
    <Banner
      tone="info"
      title={t('withdrawal.case_four_title')}
      action={
        <Link to={paths.show('documents')} className="target text-accent-ink underline">
          {t('withdrawal.to_documents')}
        </Link>
      }
    >
      {t('withdrawal.case_four')}
    </Banner>
  )
}

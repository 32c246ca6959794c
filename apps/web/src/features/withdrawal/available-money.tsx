import { Link } from '@tanstack/react-router'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { Money } from '../../ui/money/money.tsx'
import { WageringProgress } from '../profile/wagering-progress.tsx'
import type { MethodList } from './api.ts'
import { GivenUpBonus } from './given-up-bonus.tsx'
import { PlaceName } from './place-name.tsx'

/** Shows what is the trader's own, and what a withdrawal costs in bonus money. */
export function AvailableMoney({ data }: { readonly data: MethodList }) {
  const t = useTranslate()
  const { currency, cash, freeBonus, givesUp, currentTurnover: done, needTurnover: needed } = data
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  return (
    <Card as="section" labelledBy="withdrawable" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 id="withdrawable" className="text-13 font-medium text-muted">
          {t('withdrawal.yours')}
        </h2>
        <Money amount={cash + freeBonus} currency={currency} className="text-28 font-semibold" />
      </div>
      {freeBonus > 0 && (
        <DescriptionList
          rows={[
            { id: 'cash', name: t('profile.cash'), value: money(cash) },
            { id: 'bonus', name: t('withdrawal.free_bonus'), value: money(freeBonus) },
          ]}
        />
      )}
      {needed > 0 && <WageringProgress done={done} needed={needed} currency={currency} />}
      {givesUp > 0 && <GivenUpBonus amount={givesUp} currency={currency} />}
      {data.debt > 0 && <DebtNotice data={data} />}
      {data.untraded > 0 && <UntradedMoney data={data} />}
      {data.caseName === 'four' && <DocumentsNotice />}
    </Card>
  )
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
    <Banner tone="info" title={t('withdrawal.untraded_title', { amount: money(untraded) })}>
      <p>{charges.length === 0 ? t('withdrawal.untraded_none', params) : t('withdrawal.untraded_text', params)}</p>
      <DescriptionList
        rows={charges.map((charge, index) => ({
          id: `charge-${index}`,
          name: <PlaceName {...charge} />,
          value: <Money amount={charge.amount} currency={currency} />,
        }))}
      />
    </Banner>
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

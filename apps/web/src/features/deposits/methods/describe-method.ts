import type { SiteSettings } from '@tradefront/contract/settings'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import { computeConfirmationMinutes, methodFacts } from '@tradefront/rules/deposits/method-facts'

import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { useUser } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../../platform/i18n/i18n.ts'
import { getAmountTerms } from '../amount/amount-form.ts'

export type MethodDescription = {
  readonly cost: string
  readonly limits: string
  readonly time: string
  /** Short text for a tile. */
  readonly shortTime: string
  readonly needs: string
  /** On a test site: whether real money moves. */
  readonly money: string | null
}

/** Returns a function that describes a method, with the limits and confirmations of the settings. */
export function useDescribeMethod(): (tab: FundingTab) => MethodDescription {
  const t = useTranslate()
  const format = useFormat()
  const user = useUser()
  const { settings, sandbox: isTestSite } = getBootstrap()
  return (tab) => {
    const { span } = getAmountTerms(tab === 'card' ? 'card' : 'other', user, settings)
    const money = (amount: number): string => format.money(amount, user.currency, { isWhole: true })
    const range = { minimum: money(span.minimum), maximum: money(span.maximum) }
    return {
      cost: t(`deposits.cost_${methodFacts[tab].others}`),
      limits:
        tab === 'card'
          ? t('deposits.limits_card', { ...range, count: settings.cardDayLimit })
          : t('deposits.limits', range),
      ...describeTime(tab, settings, t),
      needs: describeNeeds(tab, t),
      money: isTestSite
        ? t(user.simulatedMethods.includes(tab) ? 'deposits.money_simulated' : 'deposits.money_real')
        : null,
    }
  }
}

function describeTime(
  tab: FundingTab,
  { coinConfirmations: confirmations }: SiteSettings,
  t: Translate,
): Pick<MethodDescription, 'time' | 'shortTime'> {
  const { time } = methodFacts[tab]
  if (time.kind !== 'confirmations') {
    return { time: t(`deposits.time_${time.kind}`), shortTime: t(`deposits.short_${time.kind}`) }
  }
  if (confirmations === undefined) {
    return { time: t('deposits.time_network'), shortTime: t('deposits.time_network') }
  }
  const { least, most } = confirmations[time.coin]
  const minutes = computeConfirmationMinutes(time.coin, least)
  const mostMinutes = computeConfirmationMinutes(time.coin, most)
  if (minutes === mostMinutes) {
    return {
      time: t('deposits.time_confirmations', { minutes, count: most }),
      shortTime: t('deposits.short_confirmations', { minutes }),
    }
  }
  const range = { least: minutes, most: mostMinutes }
  return {
    time: t('deposits.time_confirmation_range', { ...range, confirmations: `${least}–${most}` }),
    shortTime: t('deposits.short_confirmation_range', range),
  }
}

function describeNeeds(tab: FundingTab, t: Translate): string {
  const name = t(`deposits.tab_${tab}`)
  if (tab === 'card' || tab === 'card_moneta' || tab === 'unionpay' || tab === 'neteller' || tab === 'bank') {
    return t(`deposits.needs_${tab}`)
  }
  return t(methodFacts[tab].group === 'coins' ? 'deposits.needs_coins' : 'deposits.needs_wallet', { name })
}

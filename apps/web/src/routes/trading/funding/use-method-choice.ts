import type { Overview } from '@tradefront/contract/domain/deposits'
import { type FundingTab, fundingTabs, isPartnerRisk, selectFundingTabs } from '@tradefront/rules/deposits/funding-tabs'
import { useEffect, useState } from 'react'

import { hasUsualCard } from '../../../features/cards/form/usual-card.tsx'
import { cardPayment } from '../../../features/cards/payment/card-payment.ts'
import type { PaymentState } from '../../../features/cards/runner/payment-state.ts'
import { findDepositTab } from '../../../features/deposits/deposit-status.ts'
import { scrollToMethods } from '../../../features/deposits/methods/method-chooser.tsx'
import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { useUser } from '../../../platform/current-user.ts'
import { useLocaleTag } from '../../../platform/i18n/i18n.ts'
import { listWorkingMethods } from '../working-methods.ts'

export type MethodChoice = ReturnType<typeof useMethodChoice>

/**
 * Decides which method pays: that of the payment, or the trader's choice, or that of a link, or the first one.
 * @param add last part of `/show/funding/{add}`, which can be a method
 * @param overview undefined until it is loaded
 */
export function useMethodChoice(add: string | null, payment: PaymentState, overview: Overview | undefined) {
  const plan = useMethodTabs()
  const linked = fundingTabs.find((tab) => tab === add) ?? null
  // Spec: funding 6. A link to the card is a choice, too.
  const isRisky = (tab: FundingTab | null): boolean => tab === 'card' && plan.warnsAboutCardRisk
  const [chosen, setChosen] = useState<FundingTab | null>(isRisky(linked) ? null : linked)
  /** The methods are collapsed to the card that paid last, if it is offered. */
  const [methods, setMethods] = useState<'collapsed' | 'open' | 'focused'>('collapsed')
  const [shownDialog, setShownDialog] = useState<'risk' | 'bitcoin' | null>(isRisky(linked) ? 'risk' : null)

  // A payment is shown by its own method, also after a reload and if that method is no longer offered.
  const paidBy =
    payment.deposit === null || payment.kind === 'idle' ? null : (findDepositTab(payment.deposit) ?? 'card')
  if (paidBy !== null && paidBy !== chosen) setChosen(paidBy)
  // After a failure, another method is as likely as this one.
  const hasFailed = payment.kind === 'ended' && payment.deposit?.state === 'failed'
  if (hasFailed && methods === 'collapsed') setMethods('open')
  const selected = paidBy ?? (chosen !== null && plan.tabs.includes(chosen) ? chosen : plan.initialTab)
  const isLoaded = overview !== undefined
  useEffect(() => {
    // Spec: funding 8. A link to a method scrolls to it.
    if (isLoaded && linked !== null) scrollToMethods()
  }, [linked, isLoaded])

  const choose = (tab: FundingTab): void => {
    cardPayment.dismissIfEnded()
    setMethods('open')
    setChosen(tab)
  }
  const showMethods = (): void => {
    setMethods('open')
    requestAnimationFrame(scrollToMethods)
  }
  return {
    plan,
    selected,
    isCollapsed: methods === 'collapsed' && selected === 'card' && isLoaded && hasUsualCard(overview),
    hasFocus: methods === 'focused',
    shownDialog,
    /** Chooses a method, after a warning if it is risky. */
    select: (tab: FundingTab): void => {
      if (isRisky(tab)) setShownDialog('risk')
      else choose(tab)
    },
    showMethods,
    focusMethods: () => setMethods('focused'),
    explainBitcoin: () => setShownDialog('bitcoin'),
    closeDialog: () => setShownDialog(null),
    /** Chooses a method in a dialog, which closes. */
    chooseInDialog: (tab: FundingTab): void => {
      setShownDialog(null)
      choose(tab)
      if (tab === 'bitcoin') showMethods()
    },
  }
}

/** Selects the methods that the trader is offered. */
function useMethodTabs() {
  const user = useUser()
  const language = useLocaleTag()
  return selectFundingTabs({
    language,
    currency: user.currency,
    isPartnerRisk: isPartnerRisk(user),
    hiddenTabs: getBootstrap().settings.hiddenTabs,
    working: listWorkingMethods(getBootstrap().settings, user.currency),
  })
}

import { wallets } from '@tradefront/processors/registry'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import type { WalletFields } from '@tradefront/processors/processor'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { usePayment } from '../cards/payment/card-payment.ts'
import { InterruptedPayment } from '../cards/payment/payment-progress.tsx'
import { SummaryPanel } from '../deposits/amount/summary-panel.tsx'
import type { AmountForm } from '../deposits/amount/use-amount.ts'
import { FundingAside, FundingStep } from '../deposits/funding-step.tsx'
import { RunningPayment } from '../deposits/running-payment.tsx'
import { NetellerForm } from './neteller-form.tsx'
import { useWalletForm } from './use-wallet-form.ts'
import { walletSlugsByTab } from './wallet-methods.ts'
import { WalletProgress } from './wallet-progress.tsx'
import { WalletResult } from './wallet-result.tsx'

const formId = 'wallet-payment'

/** Fields of the wallet, and the summary; then the progress and the result of the payment. */
export function WalletTab({ tab, amountForm }: { readonly tab: FundingTab; readonly amountForm: AmountForm }) {
  const t = useTranslate()
  const name = t(`deposits.tab_${tab}`)
  const state = usePayment()
  const wallet = getWallet(tab)
  const form = useWalletForm(wallet, amountForm)
  const isIdle = state.kind === 'idle'
  const currency = state.deposit?.currency ?? amountForm.terms.currency
  const pay = (fields: WalletFields): void => void form.pay(fields)
  return (
    <>
      {/* Typed values stay for another try. */}
      <FundingStep id="funding-wallet" title={t('wallets.details', { name })} isHidden={!isIdle}>
        {tab === 'neteller' ? (
          <NetellerForm formId={formId} isLocked={!isIdle} onSubmit={pay} />
        ) : (
          <form
            id={formId}
            onSubmit={(event) => {
              event.preventDefault()
              pay({})
            }}
          >
            <p className="text-muted">{t('wallets.redirect_text', { name })}</p>
          </form>
        )}
      </FundingStep>
      {isIdle ? (
        <FundingAside>
          <SummaryPanel
            terms={amountForm.terms}
            amount={amountForm.amount}
            formId={formId}
            isClosed={false}
            isBusy={form.isPending}
            problem={form.problem}
            note={t('wallets.pay_note')}
          />
        </FundingAside>
      ) : state.kind === 'ended' ? (
        state.deposit !== null && <WalletResult deposit={state.deposit} name={name} />
      ) : (
        <RunningPayment
          amountForm={amountForm}
          instrument={{ card: null, invoice: null, wallet: { name: wallet.upstream.slug, is_claim: false } }}
        >
          {state.kind === 'interrupted' ? (
            <InterruptedPayment state={state} currency={currency} />
          ) : (
            <WalletProgress state={state} name={name} currency={currency} onStopWaiting={form.stopWaiting} />
          )}
        </RunningPayment>
      )}
    </>
  )
}

function getWallet(tab: FundingTab) {
  const wallet = wallets.find(({ upstream }) => upstream.slug === walletSlugsByTab[tab])
  if (wallet === undefined) throw new Error(`there is no wallet for ${tab}`)
  return wallet
}

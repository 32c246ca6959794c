import { wallets } from '@tradefront/processors/registry'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import type { WalletFields } from '@tradefront/processors/processor'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { usePayment } from '../cards/payment/card-payment.ts'
import { InterruptedPayment } from '../cards/payment/payment-progress.tsx'
import { AmountSection } from '../deposits/amount/amount-section.tsx'
import { SummaryPanel } from '../deposits/amount/summary-panel.tsx'
import { NetellerForm } from './neteller-form.tsx'
import { useWalletForm } from './use-wallet-form.ts'
import { walletSlugsByTab } from './wallet-methods.ts'
import { WalletProgress } from './wallet-progress.tsx'
import { WalletResult } from './wallet-result.tsx'

const formId = 'wallet-payment'

/** Amount and summary; then the progress and result of the payment. */
export function WalletTab({ tab }: { readonly tab: FundingTab }) {
  const t = useTranslate()
  const name = t(`deposits.tab_${tab}`)
  const state = usePayment()
  const form = useWalletForm(getWallet(tab))
  const isIdle = state.kind === 'idle'
  const currency = state.deposit?.currency ?? form.terms.currency
  const pay = (fields: WalletFields): void => void form.pay(fields)
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card className="flex flex-col gap-8">
        <AmountSection
          terms={form.terms}
          inputs={form.inputs}
          amount={form.amount}
          onChange={form.changeInputs}
          isLocked={!isIdle}
        />
        <section aria-labelledby="funding-wallet" className="flex flex-col gap-4 border-t border-line pt-6">
          <h2 id="funding-wallet" className="text-17 font-semibold">
            {t('wallets.details', { name })}
          </h2>
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
        </section>
      </Card>
      <aside className="flex flex-col gap-6 lg:sticky lg:top-24">
        {isIdle && (
          <SummaryPanel
            terms={form.terms}
            amount={form.amount}
            formId={formId}
            isClosed={false}
            isBusy={form.isPending}
            problem={form.problem}
            note={t('wallets.pay_note')}
          />
        )}
        {(state.kind === 'opening' || state.kind === 'running') && (
          <WalletProgress state={state} name={name} currency={currency} onStopWaiting={form.stopWaiting} />
        )}
        {state.kind === 'interrupted' && <InterruptedPayment state={state} currency={currency} />}
        {state.kind === 'ended' && state.deposit !== null && <WalletResult deposit={state.deposit} name={name} />}
      </aside>
    </div>
  )
}

function getWallet(tab: FundingTab) {
  const wallet = wallets.find(({ upstream }) => upstream.slug === walletSlugsByTab[tab])
  if (wallet === undefined) throw new Error(`there is no wallet for ${tab}`)
  return wallet
}

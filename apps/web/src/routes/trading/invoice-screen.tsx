import { useNavigate } from '@tanstack/react-router'
import { isInvoiceCoin } from '@tradefront/rules/crypto/coins'

import { InvoiceDialog } from '../../features/crypto/invoice/invoice-dialog.tsx'
import { PageNotFound } from '../../features/pages/page-not-found.tsx'
import { useUser } from '../../platform/current-user.ts'
import { paths } from '../paths.ts'
import { FundingScreen } from './funding-screen.tsx'
import { RealMoneyNotice } from './screen-states.tsx'

/** The invoice over the funding screen. It has an address of its own, so that a reload and another tab show the same one. */
export function InvoiceScreen(props: { readonly coin: string; readonly guid: string }) {
  const navigate = useNavigate()
  const { isPractice } = useUser()
  const coin = props.coin.toUpperCase()
  if (isPractice) return <RealMoneyNotice title="profile.invoice" text="deposits.practice_account" />
  if (!isInvoiceCoin(coin)) return <PageNotFound />
  const tab = coin === 'BTC' ? 'bitcoin' : 'eth'
  return (
    <>
      <FundingScreen add={tab} />
      <InvoiceDialog
        key={props.guid}
        coin={coin}
        guid={props.guid}
        onClose={() => void navigate({ to: paths.showWith('funding', tab) })}
      />
    </>
  )
}

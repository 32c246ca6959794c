import { useQueryClient } from '@tanstack/react-query'
import { cryptoCalls } from '@tradefront/contract/crypto'
import { type Invoice, toInvoice } from '@tradefront/contract/domain/crypto'

import { useCallMutation } from '../../../platform/api/use-call-mutation.ts'
import { confirmAction } from '../../../platform/dialogs.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cacheInvoice, invoicesKey } from '../api.ts'

/** Ends an invoice to make room for another one. It is offered only before anything has arrived. */
export function CancelInvoice({ invoice: { guid } }: { readonly invoice: Invoice }) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useCallMutation(cryptoCalls.cancelInvoice, {
    onSuccess: ({ invoice }) => {
      if (invoice !== undefined) cacheInvoice(queryClient, toInvoice(invoice))
      return queryClient.invalidateQueries({ queryKey: invoicesKey })
    },
  })
  const cancel = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('invoices.cancel_title'),
      body: t('invoices.cancel_text'),
      confirmLabel: t('invoices.cancel'),
      cancelLabel: t('invoices.cancel_keep'),
      isDanger: true,
    })
    if (isConfirmed) mutate({ body: { guid } })
  }
  return (
    <Button tone="plain" isPending={isPending} onPress={() => void cancel()}>
      {t('invoices.cancel')}
    </Button>
  )
}

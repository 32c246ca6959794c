import { useTranslate } from '../../platform/i18n/i18n.ts'
import { ServerFragment } from '../../platform/server-content/server-fragment.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Spec: funding 7 and 8. */
export function WhyBitcoinDialog(props: { readonly onDeposit: () => void; readonly onClose: () => void }) {
  const t = useTranslate()
  return (
    <ServerFragment page="modal_bitcoin" title={t('offers.bitcoin_title')}>
      {({ title, body }) => (
        <Dialog
          isOpen
          title={title}
          onClose={props.onClose}
          closeLabel={t('shell.close')}
          actions={
            <Button tone="primary" onPress={props.onDeposit} autoFocus>
              {t('offers.bitcoin_deposit')}
            </Button>
          }
        >
          {body ?? <p className="text-muted">{t('offers.bitcoin_text')}</p>}
        </Dialog>
      )}
    </ServerFragment>
  )
}

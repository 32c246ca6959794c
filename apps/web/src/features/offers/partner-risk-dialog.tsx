import { useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { ServerFragment } from '../../platform/server-content/server-fragment.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { WhyBitcoinDialog } from './why-bitcoin-dialog.tsx'

/** Dialog for partner-risk traders who choose the card (spec: funding 6). Null: the dialog was closed. */
export function PartnerRiskDialog({ onAnswer }: { readonly onAnswer: (method: 'bitcoin' | 'card' | null) => void }) {
  const t = useTranslate()
  const [isExplained, setExplained] = useState(false)
  if (isExplained) return <WhyBitcoinDialog onDeposit={() => onAnswer('bitcoin')} onClose={() => onAnswer(null)} />
  return (
    <ServerFragment page="modal_risk" title={t('offers.risk_title')}>
      {({ title, body }) => (
        <Dialog
          isOpen
          title={title}
          onClose={() => onAnswer(null)}
          closeLabel={t('shell.close')}
          actions={
            <>
              <Button onPress={() => onAnswer('card')}>{t('offers.risk_card')}</Button>
              <Button onPress={() => setExplained(true)}>{t('offers.bitcoin_why')}</Button>
              <Button tone="primary" onPress={() => onAnswer('bitcoin')}>
                {t('offers.bitcoin_deposit')}
              </Button>
            </>
          }
        >
          {body ?? <p className="text-muted">{t('offers.risk_text')}</p>}
        </Dialog>
      )}
    </ServerFragment>
  )
}

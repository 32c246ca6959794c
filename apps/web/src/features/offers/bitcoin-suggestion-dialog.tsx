import { useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { WhyBitcoinDialog } from './why-bitcoin-dialog.tsx'

export function BitcoinSuggestionDialog(props: { readonly onDeposit: () => void; readonly onClose: () => void }) {
  const t = useTranslate()
  const { onDeposit, onClose } = props
  const [isExplained, setExplained] = useState(false)
  if (isExplained) return <WhyBitcoinDialog onDeposit={onDeposit} onClose={onClose} />
  return (
    <Dialog
      isOpen
      size="sm"
      title={t('offers.bitcoin_title')}
      onClose={onClose}
      closeLabel={t('shell.close')}
      actions={
        <>
          <Button onPress={onClose}>{t('offers.bitcoin_later')}</Button>
          <Button onPress={() => setExplained(true)}>{t('offers.bitcoin_why')}</Button>
          <Button tone="primary" onPress={onDeposit}>
            {t('offers.bitcoin_deposit')}
          </Button>
        </>
      }
    >
      <p className="text-muted">{t('offers.bitcoin_text')}</p>
    </Dialog>
  )
}

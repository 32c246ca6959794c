import { payByNeteller } from '@tradefront/processors/neteller/processor'
import type { WalletFields } from '@tradefront/processors/processor'
import * as z from 'zod/mini'

import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { translateExplained } from '../../platform/i18n/explanations.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { dismissToast, showToast } from '../../platform/toasts.ts'
import { TextField } from '../../ui/fields/text-field.tsx'

const maxAccountLength = 254
const maxSecureIdLength = 20

/** The call without the payment, whose form is elsewhere. */
const payWithEnteredAccount = {
  ...payByNeteller,
  body: z.pick(payByNeteller.body, { net_account: true, secure_id: true }),
}

/** Form of Neteller, which the pay button elsewhere on the screen submits. The field of the secure id is emptied when it is sent. */
export function NetellerForm(props: {
  readonly formId: string
  readonly isLocked: boolean
  readonly onSubmit: (fields: WalletFields) => void
}) {
  const t = useTranslate()
  const { formId, isLocked } = props
  const { control, onSubmit } = useContractForm(payWithEnteredAccount, {
    defaults: { net_account: '', secure_id: '' },
    fields: {
      net_account: { error: 'wallets.neteller_account_empty' },
      secure_id: { error: 'wallets.neteller_secure_id_empty' },
    },
    send: async ({ net_account: account, secure_id: secureId }) => props.onSubmit({ account, secureId }),
    onSuccess: (_reply, form) => form.setValue('secure_id', ''),
    onInvalid: () => showToast({ tone: 'danger', text: translateExplained('cards.fill_required'), id: 'cards-fill' }),
  })
  return (
    <form
      id={formId}
      noValidate
      onSubmit={onSubmit}
      onChange={() => dismissToast('cards-fill')}
      className="grid items-start gap-4 sm:grid-cols-2"
    >
      <TextField
        {...useFormField(control, 'net_account')}
        label={t('wallets.neteller_account')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxAccountLength}
        dir="ltr"
        isDisabled={isLocked}
      />
      <TextField
        {...useFormField(control, 'secure_id')}
        label={t('wallets.neteller_secure_id')}
        help={t('wallets.neteller_secure_id_help')}
        type="password"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={maxSecureIdLength}
        dir="ltr"
        isDisabled={isLocked}
      />
    </form>
  )
}

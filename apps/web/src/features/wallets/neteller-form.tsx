import type { WalletFields } from '@tradefront/processors/processor'
import { useRef, useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { TextField } from '../../ui/fields/text-field.tsx'

const maxAccountLength = 254
const maxSecureIdLength = 20

/** Submitted by the pay button elsewhere on the screen. The secure id is forgotten when it is sent. */
export function NetellerForm(props: {
  readonly formId: string
  readonly isLocked: boolean
  readonly onSubmit: (fields: WalletFields) => void
}) {
  const t = useTranslate()
  const { formId, isLocked, onSubmit } = props
  const [account, setAccount] = useState('')
  const [secureId, setSecureId] = useState('')
  const [isChecked, setChecked] = useState(false)
  const accountInput = useRef<HTMLInputElement>(null)
  const secureIdInput = useRef<HTMLInputElement>(null)
  const isAccountMissing = account.trim() === ''
  const isSecureIdMissing = secureId.trim() === ''
  const submit = (): void => {
    setChecked(true)
    if (isAccountMissing || isSecureIdMissing) {
      const firstInput = isAccountMissing ? accountInput : secureIdInput
      firstInput.current?.focus()
      showToast({ tone: 'danger', text: t('cards.fill_required'), id: 'cards-fill' })
      return
    }
    setChecked(false)
    setSecureId('')
    onSubmit({ account: account.trim(), secureId: secureId.trim() })
  }
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="grid items-start gap-4 sm:grid-cols-2"
    >
      <TextField
        label={t('wallets.neteller_account')}
        value={account}
        onChange={setAccount}
        inputRef={accountInput}
        error={isChecked && isAccountMissing ? t('wallets.neteller_account_empty') : undefined}
        name="net_account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxAccountLength}
        dir="ltr"
        isDisabled={isLocked}
      />
      <TextField
        label={t('wallets.neteller_secure_id')}
        help={t('wallets.neteller_secure_id_help')}
        value={secureId}
        onChange={setSecureId}
        inputRef={secureIdInput}
        error={isChecked && isSecureIdMissing ? t('wallets.neteller_secure_id_empty') : undefined}
        name="secure_id"
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

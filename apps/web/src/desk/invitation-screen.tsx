import { useNavigate } from '@tanstack/react-router'
import { deskCalls } from '@tradefront/contract/desk'
import { useState } from 'react'

import { queryClient } from '../platform/api/query-client.ts'
import { FormBanner } from '../platform/forms/form-banner.tsx'
import { useContractForm } from '../platform/forms/use-contract-form.ts'
import { useFormField } from '../platform/forms/use-form-field.ts'
import { useTranslate } from '../platform/i18n/i18n.ts'
import { QrCode } from '../ui/brand/qr-code.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { deskOperatorQuery } from './api.ts'
import { DeskPage } from './desk-page.tsx'
import { toBase64Url } from './passkeys.ts'

const keyBytes = 20
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new operator, or one who has lost a passkey, chooses a password and sets up one-time codes. Then a passkey can be added. */
export function InvitationScreen({ secret }: { readonly secret: string }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [key] = useState(() => crypto.getRandomValues(new Uint8Array(keyBytes)))
  const { control, message, isPending, onSubmit } = useContractForm(deskCalls.acceptInvitation, {
    defaults: { password: '', code: '' },
    fields: { password: { error: 'desk.password_short' }, code: { error: 'desk.code_wrong' } },
    toBody: ({ password, code }) => ({
      invitation: secret,
      totpKey: toBase64Url(key),
      password,
      code: code.replaceAll(/\s/g, ''),
    }),
    onSuccess: async () => {
      await queryClient.fetchQuery({ ...deskOperatorQuery, staleTime: 0 })
      await navigate({ to: '/account', replace: true })
    },
  })
  const keyText = toBase32(key)
  return (
    <DeskPage title={t('desk.invited_title')} lead={t('desk.invited_lead')}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <FormBanner message={message} />
        <TextField
          {...useFormField(control, 'password')}
          label={t('desk.new_password')}
          help={t('desk.password_short')}
          type="password"
          autoComplete="new-password"
        />
        <div className="flex flex-col gap-3 border-t border-line pt-4">
          <p className="text-muted">{t('desk.scan')}</p>
          <div className="size-48 self-center">
            <QrCode
              text={`otpauth://totp/Tradefront%20desk?secret=${keyText}&issuer=Tradefront`}
              label={t('desk.qr')}
            />
          </div>
          <p className="text-13 text-muted">
            {t('desk.key_by_hand')}{' '}
            <span className="font-medium text-ink wrap-anywhere">{keyText.replaceAll(/(.{4})/g, '$1 ')}</span>
          </p>
        </div>
        <TextField
          {...useFormField(control, 'code')}
          label={t('desk.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          isTabular
        />
        <Button type="submit" tone="primary" isWide isPending={isPending}>
          {t('desk.go_on')}
        </Button>
      </form>
    </DeskPage>
  )
}

function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => base32.charAt(Number.parseInt(five, 2))).join('')
}

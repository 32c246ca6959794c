import { useMutation } from '@tanstack/react-query'
import { deskCalls } from '@tradefront/contract/desk'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'

import { toErrorText } from '../platform/api/error-text.ts'
import { performCall } from '../platform/api/perform-call.ts'
import { queryClient } from '../platform/api/query-client.ts'
import { serverNow } from '../platform/clock.ts'
import { useFormat } from '../platform/i18n/format.ts'
import { useTranslate } from '../platform/i18n/i18n.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Card } from '../ui/layout/card.tsx'
import { ScreenTitle } from '../ui/layout/screen-title.tsx'
import { deskOperatorQuery } from './api.ts'
import { useOperator } from './operator-context.ts'
import { createPasskey, isGivenUp, signWithPasskey, toBase64Url } from './passkeys.ts'

/** The operator's roles and passkeys. */
export function AccountScreen() {
  const t = useTranslate()
  const format = useFormat()
  const operator = useOperator()
  const { passkeys } = operator
  return (
    <div className="flex w-full max-w-2xl flex-col gap-6">
      <ScreenTitle
        lead={t('desk.roles_of', { roles: operator.roles.map((role) => t(`desk.role_${role}`)).join(', ') })}
      >
        {operator.name}
      </ScreenTitle>
      <Card as="section" labelledBy="passkeys" className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <h2 id="passkeys" className="text-21 font-semibold">
            {t('desk.passkeys')}
          </h2>
          <p className="text-muted">{t('desk.passkeys_lead')}</p>
        </div>
        {passkeys.length === 0 ? (
          <Banner tone="info">{t('desk.no_passkey')}</Banner>
        ) : (
          <ul className="flex flex-col">
            {passkeys.map((passkey) => (
              <li
                key={passkey.credentialId}
                className="flex items-center gap-3 border-b border-line py-3 last:border-b-0"
              >
                <Fingerprint size={20} className="text-muted" aria-hidden />
                <span className="min-w-0 flex-1 font-medium wrap-anywhere">{passkey.label}</span>
                <span className="text-13 text-muted">
                  {passkey.usableFromMs > serverNow()
                    ? t('desk.signs_from', { time: format.dateTime(passkey.usableFromMs) })
                    : t('desk.added', { day: format.day(passkey.createdAtMs) })}
                </span>
              </li>
            ))}
          </ul>
        )}
        <AddPasskey />
      </Card>
    </div>
  )
}

function AddPasskey() {
  const t = useTranslate()
  const operator = useOperator()
  const [label, setLabel] = useState('')
  const add = useMutation({
    mutationFn: async () => {
      const known = operator.passkeys.map(({ credentialId }) => credentialId)
      const { credentialId, publicKey } = await createPasskey(operator, known)
      const challenge = new Uint8Array(await crypto.subtle.digest('SHA-256', publicKey))
      const signedBy = known.length === 0 ? null : await signWithPasskey(challenge)
      const body = {
        credentialId,
        publicKey: toBase64Url(publicKey),
        label: label.trim() || t('desk.passkey'),
        signedBy,
      }
      await performCall(deskCalls.addPasskey, { body })
    },
    onSuccess: async () => {
      setLabel('')
      await queryClient.fetchQuery({ ...deskOperatorQuery, staleTime: 0 })
    },
  })
  const failure = add.error === null ? null : isGivenUp(add.error) ? t('desk.given_up') : toErrorText(add.error)
  return (
    <form
      className="flex flex-col gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      {failure !== null && (
        <Banner tone="danger" isUrgent>
          {failure}
        </Banner>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('desk.passkey_label')}
          placeholder={t('desk.passkey_example')}
          value={label}
          onChange={setLabel}
          maxLength={60}
          className="min-w-48 flex-1"
        />
        <Button type="submit" tone="primary" isPending={add.isPending}>
          {t('desk.add_passkey')}
        </Button>
      </div>
      {operator.passkeys.length > 0 && <p className="text-13 text-muted">{t('desk.two_signs')}</p>}
    </form>
  )
}

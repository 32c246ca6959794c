import { useMutation } from '@tanstack/react-query'
import type { DeskProvider } from '@tradefront/contract/desk-processors'
import { operatorActions } from '@tradefront/contract/operator-actions'
import { toKeyEnd } from '@tradefront/contract/provider-secrets'
import { useState } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { ActionButton } from '../action-button.tsx'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { sealProviderKeys } from '../sealed/read-sealed.ts'

/** The connection of a provider, and a form to change it. */
export function ProviderPanel({ provider }: { readonly provider: DeskProvider }) {
  const t = useTranslate()
  const { roles } = useOperator()
  const { name, connection, isStandard } = provider
  return (
    <Card className="flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h2 className="text-21 font-semibold">{name}</h2>
        {connection === null && (
          <p className="text-muted">
            {t(isStandard ? 'desk_reconcile.by_environment_text' : 'desk_reconcile.not_connected_text')}
          </p>
        )}
      </div>
      {connection !== null && <Connection name={name} provider={provider.provider} connection={connection} />}
      {hasRole(roles, operatorActions['provider.connect'].roles) && <ConnectForm provider={provider} />}
    </Card>
  )
}

function Connection(props: {
  readonly name: string
  readonly provider: string
  readonly connection: NonNullable<DeskProvider['connection']>
}) {
  const t = useTranslate()
  const format = useFormat()
  const { address, keys, changedBy, changedAtMs, keysHash } = props.connection
  return (
    <>
      <DescriptionList
        rows={[
          { id: 'address', name: t('desk_reconcile.address'), value: <span className="wrap-anywhere">{address}</span> },
          ...keys.map(({ name, end }) => ({
            id: `key ${name}`,
            name: <code>{name}</code>,
            value: end === '' ? t('desk_reconcile.key_set') : t('desk_reconcile.key_ends', { end }),
          })),
          { id: 'at', name: t('desk_reconcile.connected_at'), value: format.dateTime(changedAtMs) },
          { id: 'by', name: t('desk_reconcile.connected_by'), value: changedBy },
        ]}
      />
      <span className="self-start">
        <ActionButton
          action="provider.disconnect"
          tone="danger"
          title={t('desk_reconcile.disconnect_title', { name: props.name })}
          input={{ provider: props.provider, before: keysHash }}
        />
      </span>
    </>
  )
}

const connectInput = operatorActions['provider.connect'].input

/** Seals the keys before they leave the page; the order then names what is sealed. */
function ConnectForm({
  provider: { provider, name, addresses, keyNames, connection },
}: {
  readonly provider: DeskProvider
}) {
  const t = useTranslate()
  const [typedAddress, setAddress] = useState(connection?.address ?? addresses[0] ?? '')
  const [isTried, setTried] = useState(false)
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({})
  const before = connection?.keysHash ?? null
  const seal = useMutation({
    mutationFn: async () => {
      const typed = Object.fromEntries(keyNames.map((key) => [key, (keys[key] ?? '').trim()]))
      const ends = keyNames.map((key) => ({ name: key, end: toKeyEnd(typed[key] ?? '') }))
      return { provider, before, keys: ends, ...(await sealProviderKeys(provider, typed)) }
    },
    onSuccess: () => setKeys({}),
  })
  const names = operatorActions['provider.connect'].roles.map((role) => t(`desk.role_${role}`)).join(', ')
  const isComplete = keyNames.every((key) => (keys[key] ?? '').trim() !== '')
  const address = typedAddress.trim().replace(/\/+$/, '')
  const isAddressValid = connectInput.shape.address.safeParse(address).success
  const input = seal.data === undefined ? null : { ...seal.data, address }
  return (
    <form
      aria-label={t('desk_reconcile.new_connection')}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isComplete && isAddressValid && !seal.isPending) seal.mutate()
      }}
    >
      <h3 className="font-semibold">{t('desk_reconcile.new_connection')}</h3>
      <p className="text-muted">{t('desk_reconcile.needs_two', { roles: names })}</p>
      {addresses.length > 0 ? (
        <Select
          label={t('desk_reconcile.address')}
          value={typedAddress}
          options={addresses.map((each) => ({ id: each, label: each }))}
          onChange={setAddress}
        />
      ) : (
        <TextField
          label={t('desk_reconcile.address')}
          help={t('desk_reconcile.address_help')}
          {...(isTried && !isAddressValid && { error: t('desk_reconcile.address_invalid') })}
          value={typedAddress}
          onChange={setAddress}
          maxLength={300}
          dir="ltr"
          spellCheck={false}
        />
      )}
      {input === null ? (
        <>
          {keyNames.map((key) => (
            <TextField
              key={key}
              label={key}
              help={t('desk_reconcile.key_help')}
              type="password"
              autoComplete="off"
              value={keys[key] ?? ''}
              onChange={(value) => setKeys({ ...keys, [key]: value })}
              maxLength={1000}
              dir="ltr"
              spellCheck={false}
            />
          ))}
          <Button
            type="submit"
            tone="primary"
            className="self-start"
            isDisabled={!isComplete || address === ''}
            isPending={seal.isPending}
          >
            {t('desk_reconcile.seal_keys')}
          </Button>
        </>
      ) : (
        <>
          <DescriptionList
            rows={input.keys.map(({ name: key, end }) => ({
              id: key,
              name: <code>{key}</code>,
              value: end === '' ? t('desk_reconcile.key_set') : t('desk_reconcile.key_ends', { end }),
            }))}
          />
          <div className="flex flex-wrap gap-2">
            <ActionButton
              action="provider.connect"
              tone="primary"
              title={t('desk_reconcile.connect_title', { name })}
              input={isAddressValid ? input : null}
            >
              <p className="wrap-anywhere">{input.address}</p>
            </ActionButton>
            <Button tone="plain" onPress={seal.reset}>
              {t('desk_reconcile.keys_again')}
            </Button>
          </div>
        </>
      )}
      {seal.error !== null && (
        <p role="alert" className="text-down">
          {toErrorText(seal.error)}
        </p>
      )}
    </form>
  )
}

import { displayName, tournamentsCalls } from '@tradefront/contract/tournaments'
import { type SubmitEvent, useState } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const maxLength = 24

/** The name that others see, and the way to change it. */
export function DisplayName({ name }: { readonly name: string }) {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const close = (): void => setIsOpen(false)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-13 text-muted">
      {t('tournaments.shown_as', { name })}
      <Button tone="plain" size="sm" onPress={() => setIsOpen(true)}>
        {t('tournaments.change_name')}
      </Button>
      <Dialog
        title={t('tournaments.change_name')}
        isOpen={isOpen}
        onClose={close}
        closeLabel={t('shell.close')}
        size="sm"
        isDismissable
      >
        <NameForm name={name} onSaved={close} />
      </Dialog>
    </p>
  )
}

function NameForm({ name, onSaved }: { readonly name: string; readonly onSaved: () => void }) {
  const t = useTranslate()
  const [value, setValue] = useState(name)
  const [error, setError] = useState<string | undefined>()
  const save = useCallMutation(tournamentsCalls.setDisplayName, {
    invalidates: [
      tournamentsCalls.listCurrentTournaments,
      tournamentsCalls.listPreviousTournaments,
      tournamentsCalls.getLeaderboard,
    ],
    onSuccess: (reply) => {
      showToast({ tone: 'success', text: t('tournaments.name_saved', { name: reply.name ?? value }) })
      onSaved()
    },
    onError: (failure) => setError(toErrorText(failure)),
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const parsed = displayName.safeParse(value.trim())
    if (parsed.success) save.mutate({ body: { name: parsed.data } })
    else setError(t('tournaments.name_invalid'))
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('tournaments.name_field')}
        help={t('tournaments.name_help')}
        error={error}
        value={value}
        onChange={(next) => {
          setValue(next)
          setError(undefined)
        }}
        maxLength={maxLength}
        autoComplete="nickname"
        spellCheck={false}
        hasAutoFocus
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={() => save.mutate({ body: { name: null } })}>{t('tournaments.name_reset')}</Button>
        <Button type="submit" tone="primary" isPending={save.isPending}>
          {t('tournaments.name_save')}
        </Button>
      </div>
    </form>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { maxDisplayNameChars, tournamentsCalls } from '@tradefront/contract/tournaments'
import { useState } from 'react'

import type { CallReply } from '../../platform/api/request.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { leaderboardKeys } from './api.ts'

const { setDisplayName } = tournamentsCalls

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
  const queryClient = useQueryClient()
  const handleSaved = async (reply: CallReply<typeof setDisplayName>): Promise<void> => {
    await Promise.all(leaderboardKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    showToast({ tone: 'success', text: t('tournaments.name_saved', { name: reply.name ?? '' }) })
    onSaved()
  }
  const { control, message, isPending, onSubmit } = useContractForm(setDisplayName, {
    defaults: { name },
    fields: { name: { error: 'tournaments.name_invalid' } },
    onSuccess: handleSaved,
  })
  const reset = useCallMutation(setDisplayName, { onSuccess: handleSaved })
  const isBusy = isPending || reset.isPending
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} />
      <TextField
        {...useFormField(control, 'name')}
        label={t('tournaments.name_field')}
        help={t('tournaments.name_help')}
        maxLength={maxDisplayNameChars}
        autoComplete="nickname"
        spellCheck={false}
        hasAutoFocus
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button isPending={isBusy} onPress={() => reset.mutate({ body: { name: null } })}>
          {t('tournaments.name_reset')}
        </Button>
        <Button type="submit" tone="primary" isPending={isBusy}>
          {t('tournaments.name_save')}
        </Button>
      </div>
    </form>
  )
}

import { useLocation } from '@tanstack/react-router'
import { deskViewCalls, longestViewName } from '@tradefront/contract/desk-views'
import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'

import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { createUuid } from '../../platform/create-uuid.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Saves the filter of a list by a name. Nothing while nothing is filtered. @param props.path of the list */
export function SaveView({ path }: { readonly path: string }) {
  const t = useTranslate()
  const { searchStr } = useLocation()
  const [isOpen, setOpen] = useState(false)
  if (searchStr === '') return null
  return (
    <>
      <Button size="sm" onPress={() => setOpen(true)}>
        <Bookmark size={16} aria-hidden />
        {t('desk.save_view')}
      </Button>
      {isOpen && <SaveDialog address={`${path}${searchStr}`} onClose={() => setOpen(false)} />}
    </>
  )
}

function SaveDialog({ address, onClose }: { readonly address: string; readonly onClose: () => void }) {
  const t = useTranslate()
  const [name, setName] = useState('')
  const save = useCallMutation(deskViewCalls.saveView, { invalidates: [deskViewCalls.listViews], onSuccess: onClose })
  return (
    <Dialog title={t('desk.save_view')} isOpen onClose={onClose} closeLabel={t('shell.close')} size="sm">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') save.mutate({ body: { id: createUuid(), name: name.trim(), address } })
        }}
      >
        <p className="text-muted">{t('desk.save_view_lead')}</p>
        <TextField
          label={t('desk.view_name')}
          value={name}
          onChange={setName}
          maxLength={longestViewName}
          hasAutoFocus
        />
        <Button type="submit" tone="primary" isDisabled={name.trim() === ''} isPending={save.isPending}>
          {t('desk.save')}
        </Button>
      </form>
    </Dialog>
  )
}

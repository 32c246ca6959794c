import type { TraderDetails } from '@tradefront/contract/desk-traders'
import { maxTagChars, minTagChars, operatorActions } from '@tradefront/contract/operator-actions'
import X from 'lucide-react/icons/x'
import { type FormEvent, useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { NoteForm, OperatorNotes } from '../operator-notes.tsx'
import { useOrder } from '../use-order.ts'

/** Notes of operators about the trader. */
export function TraderNotes({ trader }: { readonly trader: TraderDetails }) {
  const t = useTranslate()
  const { roles } = useOperator()
  const note = useOrder('trader.note')
  const canWrite = hasRole(roles, operatorActions['trader.note'].roles)
  return (
    <Card as="section" labelledBy="notes" className="flex flex-col gap-4">
      <div>
        <h2 id="notes" className="text-17 font-semibold">
          {t('traders.notes')}
        </h2>
        <p className="text-13 text-muted">{t('traders.notes_lead')}</p>
      </div>
      <Tags trader={trader} canWrite={canWrite} />
      {trader.notes.length === 0 && !canWrite && <p className="text-muted">{t('traders.no_notes')}</p>}
      <OperatorNotes notes={trader.notes} />
      {canWrite && (
        <NoteForm
          isPending={note.isPending}
          onAdd={(words, onDone) =>
            note.mutate(
              { input: { trader: trader.id, words }, reason: t('traders.note_reason') },
              { onSuccess: ({ state }) => state === 'done' && onDone() },
            )
          }
        />
      )}
    </Card>
  )
}

function Tags({ trader: { id, tags }, canWrite }: { readonly trader: TraderDetails; readonly canWrite: boolean }) {
  const t = useTranslate()
  const [tag, setTag] = useState('')
  const reason = t('traders.note_reason')
  const add = useOrder('trader.tag', () => setTag(''))
  const remove = useOrder('trader.untag')
  const wanted = tag.trim().toLowerCase()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (wanted.length >= minTagChars) add.mutate({ input: { trader: id, tag: wanted }, reason })
  }
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {tags.map((each) => (
          <li
            key={each}
            className="flex items-center gap-1 rounded-full bg-accent-soft ps-3 pe-1 text-13 text-accent-ink"
          >
            {each}
            {canWrite && (
              <Button
                tone="plain"
                size="icon"
                aria-label={t('traders.remove_tag', { tag: each })}
                isDisabled={remove.isPending}
                onPress={() => remove.mutate({ input: { trader: id, tag: each }, reason })}
              >
                <X size={14} aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {canWrite && (
        <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
          <TextField
            label={t('traders.tag')}
            className="flex-1 basis-32"
            placeholder={t('traders.tag_example')}
            value={tag}
            onChange={setTag}
            maxLength={maxTagChars}
          />
          <Button type="submit" isDisabled={wanted.length < minTagChars} isPending={add.isPending}>
            {t('actions.trader_tag')}
          </Button>
        </form>
      )}
    </div>
  )
}

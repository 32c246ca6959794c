import { useRef, useState } from 'react'

import { serverNow } from '../platform/clock.ts'
import { useFormat } from '../platform/i18n/format.ts'
import { useTranslate } from '../platform/i18n/i18n.ts'
import { Button } from '../ui/buttons/button.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { useKeys } from './use-keys.ts'

type Note = { readonly id: string; readonly operator: string; readonly words: string; readonly createdAtMs: number }

/** Notes of operators for one another. */
export function OperatorNotes({ notes }: { readonly notes: readonly Note[] }) {
  const format = useFormat()
  if (notes.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {notes.map(({ id, operator, words, createdAtMs }) => (
        <li key={id} className="rounded-card bg-warn-soft px-3 py-2">
          <p className="text-13 text-muted">
            {operator} · {format.recentTime(createdAtMs, serverNow())}
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{words}</p>
        </li>
      ))}
    </ul>
  )
}

/**
 * Form for a note.
 * @param props.onAdd calls `onDone` when the note is written
 */
export function NoteForm(props: {
  readonly isPending: boolean
  readonly onAdd: (words: string, onDone: () => void) => void
}) {
  const t = useTranslate()
  const input = useRef<HTMLTextAreaElement>(null)
  const [words, setWords] = useState('')
  useKeys([{ key: 'n', text: t('desk_support.note_words'), run: () => input.current?.focus() }])
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label={t('desk_support.note_words')}
        name="note"
        rows={2}
        value={words}
        onChange={setWords}
        onBlur={() => undefined}
        inputRef={input}
      />
      <Button
        size="sm"
        className="self-start"
        isDisabled={words.trim() === ''}
        isPending={props.isPending}
        onPress={() => props.onAdd(words.trim(), () => setWords(''))}
      >
        {t('desk_support.add_note')}
      </Button>
    </div>
  )
}

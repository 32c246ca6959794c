import Check from 'lucide-react/icons/check'
import { useState } from 'react'

import { Dialog } from '../overlays/dialog.tsx'
import { cx } from '../styles/cx.ts'
import type { SelectOption } from './option-list.tsx'
import { searchOptions } from './search-options.ts'
import { TextField } from './text-field.tsx'

/** The countries in a sheet as high as a phone, with a search. Enter takes the first that is found. */
export function CountrySheet(props: {
  readonly id: string
  readonly title: string
  readonly searchLabel: string
  readonly closeLabel: string
  readonly emptyText: string
  readonly options: readonly SelectOption[]
  readonly value: string | null
  readonly onChoose: (iso: string) => void
  readonly onClose: () => void
}) {
  const { options, value, onChoose } = props
  const [typed, setTyped] = useState('')
  const found = searchOptions(options, typed)
  return (
    <Dialog title={props.title} closeLabel={props.closeLabel} isOpen isDismissable onClose={props.onClose}>
      <form
        className="sticky top-0 z-10 -mx-6 -my-3 bg-surface px-6 py-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed !== '' && found[0] !== undefined) onChoose(found[0].id)
        }}
      >
        <TextField
          label={props.searchLabel}
          value={typed}
          onChange={setTyped}
          hasAutoFocus
          autoComplete="off"
          spellCheck={false}
        />
      </form>
      {/* As high as the sheet, however little is found, and with room for the keyboard of the phone. */}
      <div
        id={props.id}
        className="-mx-3 min-h-[calc(100dvh-12rem)] pb-[calc(100dvh-var(--visual-viewport-height,100dvh))]"
      >
        {found.length === 0 && <p className="px-3 py-2 text-muted">{props.emptyText}</p>}
        <ul aria-label={props.title} className="empty:hidden">
          {found.map(({ id, label, hint, icon }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === value}
                onClick={() => onChoose(id)}
                className={cx(
                  'target flex w-full cursor-pointer items-center gap-3 rounded-field px-3 py-1.5 text-start',
                  id === value && 'bg-accent-soft',
                )}
              >
                {icon}
                <span className="flex-1">{label}</span>
                {hint !== undefined && <span className="tabular text-13 text-muted">{hint}</span>}
                {id === value && <Check size={16} className="text-accent-ink" aria-hidden />}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

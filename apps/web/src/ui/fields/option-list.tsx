import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { ListBox as AriaListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'

/** `hint` is muted text at the end of the row. */
export type SelectOption<Id extends string = string> = {
  readonly id: Id
  readonly label: string
  readonly hint?: string
  readonly icon?: ReactNode
  readonly keywords?: readonly string[]
}

export function OptionList<Id extends string>({
  options,
  emptyText,
}: {
  readonly options?: readonly SelectOption<Id>[]
  readonly emptyText?: string
}) {
  return (
    <Popover
      className="min-w-(--trigger-width) animate-appear rounded-card border border-line bg-float p-1 shadow-raised outline-none"
      offset={4}
    >
      <AriaListBox<SelectOption<Id>>
        {...(options === undefined ? {} : { items: options })}
        className="max-h-72 overflow-y-auto outline-none"
        renderEmptyState={() => <p className="px-3 py-2 text-muted">{emptyText}</p>}
      >
        {(option) => (
          <ListBoxItem
            id={option.id}
            textValue={option.label}
            className="target flex cursor-default items-center gap-3 rounded-field px-3 py-1.5 outline-none data-focused:bg-accent-soft"
          >
            {({ isSelected }) => (
              <>
                {option.icon}
                <span className="flex-1">{option.label}</span>
                {option.hint !== undefined && <span className="tabular text-13 text-muted">{option.hint}</span>}
                {isSelected && <Check size={16} className="text-accent-ink" aria-hidden />}
              </>
            )}
          </ListBoxItem>
        )}
      </AriaListBox>
    </Popover>
  )
}

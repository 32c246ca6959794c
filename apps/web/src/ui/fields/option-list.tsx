import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import { ListBox as AriaListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'

/** `hint` is muted text at the end of the row. `section`: heading; options of one section follow each other. */
export type SelectOption<Id extends string = string> = {
  readonly id: Id
  readonly label: string
  readonly hint?: string
  readonly section?: string
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
  const sections = [...new Set(options?.map(({ section }) => section))].filter((section) => section !== undefined)
  const listProps = {
    className: 'max-h-72 overflow-y-auto outline-none',
    renderEmptyState: () => <p className="px-3 py-2 text-muted">{emptyText}</p>,
  }
  return (
    <Popover
      className="min-w-(--trigger-width) animate-appear rounded-card border border-line bg-float p-1 shadow-raised outline-none"
      offset={4}
    >
      {sections.length > 0 ? (
        <AriaListBox {...listProps}>
          {sections.map((section) => (
            <ListBoxSection key={section} id={section}>
              <Header className="px-3 pt-2 pb-1 text-13 text-muted">{section}</Header>
              {options?.filter((option) => option.section === section).map(renderOption)}
            </ListBoxSection>
          ))}
        </AriaListBox>
      ) : (
        <AriaListBox<SelectOption<Id>> items={options} {...listProps}>
          {renderOption}
        </AriaListBox>
      )}
    </Popover>
  )
}

function renderOption<Id extends string>(option: SelectOption<Id>) {
  return (
    <ListBoxItem
      key={option.id}
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
  )
}

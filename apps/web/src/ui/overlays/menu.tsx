import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'

export type MenuEntry = {
  readonly id: string
  readonly label: string
  /** Note after the label. */
  readonly note?: string | undefined
  readonly icon?: ReactNode
  readonly isChosen?: boolean
  readonly lang?: string
  readonly onAction: () => void
}

export type MenuGroup = { readonly id: string; readonly title?: string; readonly entries: readonly MenuEntry[] }

/** A menu. `trigger` must be a TriggerButton. */
export function Menu(props: {
  readonly trigger: ReactNode
  readonly label: string
  readonly groups: readonly MenuGroup[]
  readonly placement?: 'bottom end' | 'bottom start' | 'top start' | 'top end'
  readonly header?: ReactNode
}) {
  return (
    <MenuTrigger>
      {props.trigger}
      <Popover
        placement={props.placement ?? 'bottom end'}
        className="min-w-56 animate-appear rounded-card border border-line bg-float p-1 shadow-raised outline-none"
      >
        {props.header}
        <AriaMenu aria-label={props.label} className="max-h-[70dvh] overflow-y-auto outline-none">
          {props.groups.map((group) => (
            <MenuSection
              key={group.id}
              aria-label={group.title ?? props.label}
              className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1"
            >
              {group.title !== undefined && (
                <Header className="px-3 pt-2 pb-1 text-13 text-muted">{group.title}</Header>
              )}
              {group.entries.map((entry) => (
                <MenuItem
                  key={entry.id}
                  id={entry.id}
                  textValue={entry.label}
                  onAction={entry.onAction}
                  className="target flex cursor-default items-center gap-3 rounded-field px-3 outline-none data-focused:bg-accent-soft"
                >
                  {entry.icon}
                  <span className="flex-1" lang={entry.lang}>
                    {entry.label}
                    {entry.note !== undefined && <span className="ms-2 text-13 text-muted">{entry.note}</span>}
                  </span>
                  {entry.isChosen && <Check size={16} className="text-accent-ink" aria-hidden />}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'

export type TabItem<Id extends string> = { readonly id: Id; readonly label: ReactNode; readonly content: ReactNode }

/** Renders only the selected panel. On a phone, use a Select for more than three tabs. */
export function Tabs<Id extends string>(props: {
  readonly label: string
  readonly items: readonly TabItem<Id>[]
  readonly value: Id
  readonly onChange: (value: Id) => void
}) {
  return (
    <AriaTabs
      selectedKey={props.value}
      onSelectionChange={(key) => {
        const chosen = props.items.find((item) => item.id === key)
        if (chosen !== undefined) props.onChange(chosen.id)
      }}
      className="flex flex-col gap-6"
    >
      <TabList aria-label={props.label} className="flex gap-1 overflow-x-auto border-b border-line">
        {props.items.map((item) => (
          <Tab
            key={item.id}
            id={item.id}
            className={
              'target -mb-px flex cursor-pointer items-center border-b-2 border-transparent px-3 text-muted transition-colors ' +
              'focus-visible:-outline-offset-2 data-hovered:text-ink data-selected:border-accent data-selected:font-medium data-selected:text-ink'
            }
          >
            {item.label}
          </Tab>
        ))}
      </TabList>
      {props.items.map((item) => (
        <TabPanel key={item.id} id={item.id}>
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}

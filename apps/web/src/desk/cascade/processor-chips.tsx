import { cardProcessorNames } from '@tradefront/contract/processor-names'

import { cx } from '../../ui/styles/cx.ts'

type Name = (typeof cardProcessorNames)[number]

/** Any number of card processors, in the order in which they are pressed. */
export function ProcessorChips(props: {
  readonly label: string
  readonly help?: string
  readonly value: readonly Name[]
  readonly onChange: (names: Name[]) => void
  /** Shows the place of each. */
  readonly isOrdered?: boolean
}) {
  const { label, help, value, onChange, isOrdered } = props
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1.5 text-13 font-medium text-muted">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {cardProcessorNames.map((name) => {
          const place = value.indexOf(name)
          const isChosen = place >= 0
          return (
            <button
              key={name}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange(isChosen ? value.filter((each) => each !== name) : [...value, name])}
              className={cx(
                'flex min-h-9 items-center gap-1.5 rounded-full border px-3 text-13 transition-colors pointer-coarse:min-h-11',
                isChosen
                  ? 'border-accent-ink bg-accent-soft font-medium text-accent-ink'
                  : 'border-line bg-surface hover:border-edge',
              )}
            >
              {isOrdered === true && isChosen && <span className="tabular">{place + 1}.</span>}
              {name}
            </button>
          )
        })}
      </div>
      {help !== undefined && <p className="text-13 text-muted">{help}</p>}
    </fieldset>
  )
}
